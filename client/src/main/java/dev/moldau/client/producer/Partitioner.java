package dev.moldau.client.producer;

import dev.moldau.client.metadata.ClusterView;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the partition of records that do not name one. Without one of these, records with a key
 * go where Kafka's clients send them too (murmur2 of the key's bytes), and records without a key
 * stay with one partition until a batch is full and then move to one with less before it. Called by
 * the threads that send, so it must be safe for use by several at once, and quick.
 */
@FunctionalInterface
public interface Partitioner extends AutoCloseable {

    /**
     * Takes over settings, once, before the first use; not if it was handed over as an object.
     *
     * @param config all settings that the producer was given
     */
    default void configure(Map<String, ?> config) {}

    /**
     * The partition for a record.
     *
     * @param topic the topic's name
     * @param key as the caller gave it; null if there is none
     * @param keyBytes as its serializer made it
     * @param value as the caller gave it; null if there is none
     * @param valueBytes as its serializer made it
     * @param partitions those of the topic by index, at least one
     * @return an index below the number of partitions; another one, or an exception, refuses the
     *     record
     */
    int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            List<ClusterView.Partition> partitions);

    /** Gives back what it holds; called when the producer closes. */
    @Override
    default void close() {}
}
