/**
 * The group run: what a broker makes of a large group whose members come and go, of thousands of
 * groups that are at rest, and of a million commits after a restart. The members are Apache Kafka's
 * consumers, or speak the protocol with its codecs, so that both peers meet the same.
 */
@NullMarked
package dev.moldau.benchmarks.groups;

import org.jspecify.annotations.NullMarked;
