package dev.moldau.client.producer;

import dev.moldau.client.Header;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What to send and where. Immutable, but for key and value themselves.
 *
 * @param topic its name
 * @param partition the partition's index; null lets the partitioner choose
 * @param timestampMs epoch ms; null means the time of sending
 * @param key what the key's serializer takes; null for a record without a key
 * @param value what the value's serializer takes; null is a deletion in a compacted topic
 * @param headers in their order; copied
 * @param <K> what the key is
 * @param <V> what the value is
 */
public record ProducerRecord<K, V>(
        String topic,
        @Nullable Integer partition,
        @Nullable Long timestampMs,
        @Nullable K key,
        @Nullable V value,
        List<Header> headers) {

    /**
     * Checks what can be checked without the cluster.
     *
     * @throws IllegalArgumentException if partition or time is negative
     * @throws NullPointerException if there is no topic, or a header is null
     */
    public ProducerRecord {
        Objects.requireNonNull(topic, "topic");
        if (partition != null && partition < 0) {
            throw new IllegalArgumentException(
                    "partition "
                            + partition
                            + " of "
                            + topic
                            + "; leave it null to let the partitioner choose");
        }
        if (timestampMs != null && timestampMs < 0) {
            throw new IllegalArgumentException(
                    "timestamp "
                            + timestampMs
                            + " for "
                            + topic
                            + "; leave it null for the time of sending");
        }
        headers = List.copyOf(headers);
    }

    /** A record for a partition of the partitioner's choice, by its key if it has one. */
    public ProducerRecord(String topic, @Nullable K key, @Nullable V value) {
        this(topic, null, null, key, value, List.of());
    }

    /** A record without a key. */
    public ProducerRecord(String topic, @Nullable V value) {
        this(topic, null, null, null, value, List.of());
    }
}
