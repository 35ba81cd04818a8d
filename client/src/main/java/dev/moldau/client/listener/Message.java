package dev.moldau.client.listener;

import dev.moldau.client.Header;
import dev.moldau.common.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message as a handler gets it, with its place. Immutable but for {@link #isRevoked} and {@link
 * #tries}.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
public final class Message<K, V> {

    private final Arrival arrival;
    private final @Nullable K key;
    private final @Nullable V value;
    private volatile int tries;
    private volatile boolean revoked;

    Message(Arrival arrival, @Nullable K key, @Nullable V value) {
        this.arrival = arrival;
        this.key = key;
        this.value = value;
    }

    /**
     * A message that no broker sent, for tests of handlers.
     *
     * @param <K> what keys are
     * @param <V> what values are
     */
    public static <K, V> Message<K, V> of(
            TopicPartition place, long offset, @Nullable K key, @Nullable V value) {
        return new Message<>(
                new Arrival(place, offset, -1, -1, false, null, null, List.of()), key, value);
    }

    /** The topic. */
    public String topic() {
        return arrival.place().topic();
    }

    /** The partition's index. */
    public int partition() {
        return arrival.place().partition();
    }

    /** Its place in the partition. */
    public long offset() {
        return arrival.offset();
    }

    /** Topic and partition. */
    public TopicPartition topicPartition() {
        return arrival.place();
    }

    /** Its time, in epoch ms; -1 for none. */
    public long timestampMs() {
        return arrival.timestampMs();
    }

    /** Whether the time is that of the broker's append; else it is its producer's. */
    public boolean hasAppendTime() {
        return arrival.appendTime();
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
        return arrival.headers();
    }

    /** How often it was tried before, by this listener since it was last assigned. */
    public int tries() {
        return tries;
    }

    /**
     * Whether its partition is no longer this listener's: what is done about it now counts for
     * nothing, and somebody else does it again. Long work should look from time to time.
     */
    public boolean isRevoked() {
        return revoked;
    }

    Arrival arrival() {
        return arrival;
    }

    void tries(int count) {
        tries = count;
    }

    void revoke() {
        revoked = true;
    }

    /** Its place; never key or value. */
    @Override
    public String toString() {
        return "message of " + arrival.place() + " at offset " + arrival.offset();
    }
}
