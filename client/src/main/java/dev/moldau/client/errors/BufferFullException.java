package dev.moldau.client.errors;

import dev.moldau.common.TopicPartition;

/**
 * A record found no room in the producer's buffer within {@code max.block.ms}: records come faster
 * than the brokers take them, or the brokers take none at present. The message says how long the
 * partition's oldest batch waits and what its broker last said, which tells the two apart.
 */
public final class BufferFullException extends TimedOutException {

    private static final long serialVersionUID = 1L;

    private final transient TopicPartition partition;
    private final long oldestAgeMs;

    /**
     * A record that found no room.
     *
     * @param partition where it should have gone
     * @param oldestAgeMs how long the oldest unanswered batch of that partition waits; -1 if none
     *     does
     */
    public BufferFullException(String message, TopicPartition partition, long oldestAgeMs) {
        super(message);
        this.partition = partition;
        this.oldestAgeMs = oldestAgeMs;
    }

    /** Where the record should have gone. */
    public TopicPartition partition() {
        return partition;
    }

    /** How long the oldest unanswered batch of that partition waits, in ms; -1 if none does. */
    public long oldestAgeMs() {
        return oldestAgeMs;
    }

    @Override
    public ClientException again() {
        BufferFullException copy =
                new BufferFullException(String.valueOf(getMessage()), partition, oldestAgeMs);
        copy.initCause(this);
        return copy;
    }
}
