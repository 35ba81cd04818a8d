package dev.moldau.client.admin;

/**
 * Which offset of a partition is wanted.
 *
 * @param timestampMs epoch ms, or one of the protocol's negative numbers for special places
 */
public record OffsetSpec(long timestampMs) {

    /** Where the log begins. */
    public static final OffsetSpec EARLIEST = new OffsetSpec(-2);

    /** Where the next record goes. */
    public static final OffsetSpec LATEST = new OffsetSpec(-1);

    /** The record with the greatest time. */
    public static final OffsetSpec MAX_TIMESTAMP = new OffsetSpec(-3);

    /**
     * The first record that is not older.
     *
     * @param timestampMs epoch ms
     * @throws IllegalArgumentException if it is negative
     */
    public static OffsetSpec at(long timestampMs) {
        if (timestampMs < 0) {
            throw new IllegalArgumentException("time " + timestampMs + " is negative");
        }
        return new OffsetSpec(timestampMs);
    }
}
