package dev.moldau.client.consumer.fetch;

/**
 * How far reading has come in a partition.
 *
 * @param offset the next offset to read
 * @param epoch the leader epoch of the record before it, by which a log that was cut is recognised;
 *     -1 if not known
 */
public record Place(long offset, int epoch) {

    /** Stands for an epoch that is not known. */
    public static final int NO_EPOCH = -1;

    /**
     * Checks the offset.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Place {
        if (offset < 0) {
            throw new IllegalArgumentException("offset " + offset + " is negative");
        }
    }

    /** A place that nothing more is known of. */
    public static Place at(long offset) {
        return new Place(offset, NO_EPOCH);
    }

    @Override
    public String toString() {
        return epoch == NO_EPOCH ? "offset " + offset : "offset " + offset + " of epoch " + epoch;
    }
}
