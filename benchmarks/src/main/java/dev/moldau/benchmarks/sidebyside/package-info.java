/**
 * The side-by-side run: Moldau and Apache Kafka, one after the other on the same machine, with the
 * same clients, the same JVM and the same heap. What it reports are processor seconds per gigabyte,
 * percentiles, memory, and ratios; absolute rates mean little on a shared machine.
 */
@NullMarked
package dev.moldau.benchmarks.sidebyside;

import org.jspecify.annotations.NullMarked;
