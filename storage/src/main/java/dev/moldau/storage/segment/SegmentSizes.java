package dev.moldau.storage.segment;

/**
 * How long the files of a segment are, in bytes; -1 for an index that is not there.
 *
 * @param logBytes batches
 * @param indexBytes offset index
 * @param timeIndexBytes time index
 * @param transactionsBytes transaction index, 0 if there is none
 */
public record SegmentSizes(
        int logBytes, long indexBytes, long timeIndexBytes, long transactionsBytes) {

    static final SegmentSizes EMPTY = new SegmentSizes(0, 0, 0, 0);

    /** Below this a walk without index is quick enough, and the index may not be there. */
    private static final int SMALL_LOG_BYTES = 64 << 10;

    /** Whether an index is missing that a segment of this size should have. */
    boolean lacksIndex() {
        return logBytes > SMALL_LOG_BYTES && (indexBytes < 0 || timeIndexBytes < 0);
    }
}
