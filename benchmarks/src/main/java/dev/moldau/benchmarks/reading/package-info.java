/**
 * The programs that read, each with one client and nothing else on its class path, and what they
 * share: the plan, the loop, the checks and the figures. The runs in {@code consumers} start them.
 */
@NullMarked
package dev.moldau.benchmarks.reading;

import org.jspecify.annotations.NullMarked;
