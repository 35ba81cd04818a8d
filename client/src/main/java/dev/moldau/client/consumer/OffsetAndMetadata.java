package dev.moldau.client.consumer;

import java.util.Objects;

/**
 * An offset to commit, or one that was committed.
 *
 * @param offset the next offset to read, which is that of the last record done plus 1
 * @param leaderEpoch the leader epoch of the last record done, so that a log that was cut is
 *     recognised; -1 if not known
 * @param metadata whatever the application keeps with it; empty for nothing
 */
public record OffsetAndMetadata(long offset, int leaderEpoch, String metadata) {

    /**
     * Checks the offset.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public OffsetAndMetadata {
        Objects.requireNonNull(metadata, "metadata");
        if (offset < 0) {
            throw new IllegalArgumentException("offset " + offset + " is negative");
        }
    }

    /** An offset that nothing more is known of; prefer {@link #after}. */
    public OffsetAndMetadata(long offset) {
        this(offset, -1, "");
    }

    /** What to commit when this record, and all before it in its partition, are done. */
    public static OffsetAndMetadata after(ConsumerRecord<?, ?> record) {
        return new OffsetAndMetadata(record.offset() + 1, record.leaderEpoch(), "");
    }
}
