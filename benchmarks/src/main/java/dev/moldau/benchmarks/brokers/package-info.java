/**
 * The brokers that the runs measure or measure against: how each make is started, what the kernel
 * says of its process, topics on it.
 */
@NullMarked
package dev.moldau.benchmarks.brokers;

import org.jspecify.annotations.NullMarked;
