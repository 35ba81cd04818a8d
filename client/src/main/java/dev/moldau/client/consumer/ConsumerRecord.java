package dev.moldau.client.consumer;

import dev.moldau.client.Header;
import dev.moldau.common.TopicPartition;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record as it was read. Immutable as far as key and value are; safe for any thread.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
public final class ConsumerRecord<K, V> {

    private final TopicPartition place;
    private final long offset;
    private final int leaderEpoch;
    private final boolean appendTime;
    private final long timestampMs;
    private final @Nullable K key;
    private final @Nullable V value;
    private final List<Header> headers;

    ConsumerRecord(
            TopicPartition place,
            long offset,
            int leaderEpoch,
            boolean appendTime,
            long timestampMs,
            @Nullable K key,
            @Nullable V value,
            List<Header> headers) {
        this.place = place;
        this.offset = offset;
        this.leaderEpoch = leaderEpoch;
        this.appendTime = appendTime;
        this.timestampMs = timestampMs;
        this.key = key;
        this.value = value;
        this.headers = headers;
    }

    /**
     * A record that no broker sent, for tests of what handles records.
     *
     * @param timestampMs in epoch ms; -1 for none
     * @param <K> what keys are
     * @param <V> what values are
     */
    public static <K, V> ConsumerRecord<K, V> of(
            TopicPartition topicPartition,
            long offset,
            long timestampMs,
            @Nullable K key,
            @Nullable V value,
            List<Header> headers) {
        Objects.requireNonNull(topicPartition, "topicPartition");
        return new ConsumerRecord<>(
                topicPartition, offset, -1, false, timestampMs, key, value, List.copyOf(headers));
    }

    /** Where it was read: topic and partition. */
    public TopicPartition topicPartition() {
        return place;
    }

    /** The topic. */
    public String topic() {
        return place.topic();
    }

    /** The partition's index. */
    public int partition() {
        return place.partition();
    }

    /** Its place in the partition. */
    public long offset() {
        return offset;
    }

    /** The leader epoch in which it was appended; -1 if the broker did not say. */
    public int leaderEpoch() {
        return leaderEpoch;
    }

    /** Its time, in epoch ms; -1 for none. */
    public long timestampMs() {
        return timestampMs;
    }

    /** Whether the time is that of the broker's append; else it is its producer's. */
    public boolean hasAppendTime() {
        return appendTime;
    }

    /** The key, or null. */
    public @Nullable K key() {
        return key;
    }

    /** The value, or null. */
    public @Nullable V value() {
        return value;
    }

    /** The headers, unmodifiable. */
    public List<Header> headers() {
        return headers;
    }

    /** Place and time; never key or value. */
    @Override
    public String toString() {
        return "record of " + place + " at offset " + offset + ", time " + timestampMs;
    }
}
