/**
 * The consumer run: Apache Kafka's consumer, ours and our listener read the same topics from the
 * same broker, in turn, each in a fresh JVM. What counts are the ratios within one run.
 */
@NullMarked
package dev.moldau.benchmarks.consumers;

import org.jspecify.annotations.NullMarked;
