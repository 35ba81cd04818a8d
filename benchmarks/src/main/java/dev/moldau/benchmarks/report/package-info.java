/** How figures are written down, the same in every run. */
@NullMarked
package dev.moldau.benchmarks.report;

import org.jspecify.annotations.NullMarked;
