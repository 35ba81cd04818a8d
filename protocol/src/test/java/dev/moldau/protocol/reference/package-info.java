/**
 * Kafka's own message classes as the judge of ours. {@link
 * dev.moldau.protocol.reference.ReferenceMessages} is what the tests see; its implementation runs
 * against the kafka-clients on the class path, or, in a class loader of its own, against the older
 * release that still has the versions which Kafka 4.0 removed.
 */
@NullMarked
package dev.moldau.protocol.reference;

import org.jspecify.annotations.NullMarked;
