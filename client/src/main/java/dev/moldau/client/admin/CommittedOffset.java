package dev.moldau.client.admin;

/**
 * How far a group has come in a partition.
 *
 * @param offset the next offset that it will read
 * @param leaderEpoch the epoch of the last record that was read; -1 if not known
 * @param metadata what the client stored with it; empty if nothing
 */
public record CommittedOffset(long offset, int leaderEpoch, String metadata) {

    /**
     * Checks the offset.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public CommittedOffset {
        if (offset < 0) {
            throw new IllegalArgumentException("offset " + offset + " is negative");
        }
    }

    /** An offset with nothing else. */
    public CommittedOffset(long offset) {
        this(offset, -1, "");
    }
}
