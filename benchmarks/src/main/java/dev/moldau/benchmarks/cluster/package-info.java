/**
 * The cluster run: three brokers of Moldau and of Apache Kafka in turn, with the same load and at
 * rest. What counts are the ratios within one run.
 */
@NullMarked
package dev.moldau.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;
