/**
 * The producer run: Apache Kafka's producer and ours against the same broker, in turn, each in a
 * fresh JVM, with the same load. What counts are the ratios within one run.
 */
@NullMarked
package dev.moldau.benchmarks.producers;

import org.jspecify.annotations.NullMarked;
