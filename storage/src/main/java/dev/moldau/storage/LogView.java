package dev.moldau.storage;

import java.util.List;
import java.util.Optional;

/**
 * A log as it was at one moment: immutable, published by the log's owner with one volatile write
 * and read by any thread without locks.
 *
 * <p>Old views stay usable: what they could read stays readable until its segment's files are
 * deleted, {@code file.delete.delay.ms} after they left the log; from then on a read through an old
 * view answers {@link ReadOutcome.OutOfRange}. Offsets obey {@code logStart <= lastStable <=
 * highWatermark <= logEnd}.
 *
 * <p>Methods that may read the disk say so. At the log's tail, where most consumers are, {@link
 * #read} makes no system call.
 */
@SuppressWarnings("DoNotCallSuggester") // signatures first, bodies follow
public final class LogView {

    /** The first offset that readers may ask for. */
    public long logStartOffset() {
        throw new UnsupportedOperationException();
    }

    /** The offset after the last record that every in-sync replica has. */
    public long highWatermark() {
        throw new UnsupportedOperationException();
    }

    /** The first offset of a transaction that is not decided yet, or the high watermark. */
    public long lastStableOffset() {
        throw new UnsupportedOperationException();
    }

    /** The offset that the next record will get. */
    public long logEndOffset() {
        throw new UnsupportedOperationException();
    }

    /** The latest leader epoch that the log knows; -1 if none. */
    public int leaderEpoch() {
        throw new UnsupportedOperationException();
    }

    /** How many bytes of batches all segments hold together. */
    public long sizeBytes() {
        throw new UnsupportedOperationException();
    }

    /** How many segments there are; at least one. */
    public int segmentCount() {
        throw new UnsupportedOperationException();
    }

    /**
     * Finds the bytes from an offset on. May read a few batch headers away from the tail.
     *
     * @param offset where to begin
     * @param maxBytes the most to return
     * @param bound how far the reader may see
     * @param wholeFirstBatch whether the first batch is returned whole even if it is larger than
     *     {@code maxBytes}, so that a reader always makes progress; if not, {@link
     *     ReadOutcome.AtEnd} is answered when it does not fit
     * @return data to be closed, nothing yet, or out of range
     * @throws DiskFailureException if the file cannot be read
     * @throws CorruptLogException if what is found there is no batch
     */
    public ReadOutcome read(long offset, int maxBytes, ReadBound bound, boolean wholeFirstBatch) {
        throw new UnsupportedOperationException();
    }

    /**
     * How many bytes lie between the position of an offset and the bound; an estimate that never
     * reads the disk. Serves long polls ({@code fetch.min.bytes}) and {@link #isLikelyCached}.
     */
    public long bytesAvailable(long offset, ReadBound bound) {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether a read from the offset probably finds its bytes in the page cache: it lies within
     * {@code hotBytes} of the log's end. Never reads the disk. A cold read is better read ahead on
     * a thread that may wait.
     */
    public boolean isLikelyCached(long offset, long hotBytes) {
        throw new UnsupportedOperationException();
    }

    /**
     * Finds the first record whose timestamp is at least the given one, below the bound. Reads the
     * disk, and may have to decompress a batch: not for event loops.
     *
     * @return empty if there is none
     * @throws DiskFailureException if a file cannot be read
     * @throws CorruptLogException if what is found there is no batch
     */
    public Optional<OffsetAtTime> offsetForTime(long timestampMs, ReadBound bound) {
        throw new UnsupportedOperationException();
    }

    /**
     * Finds the record with the largest timestamp (KIP-734). Reads the disk: not for event loops.
     *
     * @return empty if the log is empty or its records have no timestamps
     * @throws DiskFailureException if a file cannot be read
     * @throws CorruptLogException if what is found there is no batch
     */
    public Optional<OffsetAtTime> maxTimestamp() {
        throw new UnsupportedOperationException();
    }

    /** Where a leader epoch ends in this log: {@code OffsetForLeaderEpoch}. */
    public EpochEnd endOffsetFor(int leaderEpoch) {
        throw new UnsupportedOperationException();
    }

    /** The leader epoch of the record at an offset that is in the log; -1 if unknown. */
    public int epochOf(long offset) {
        throw new UnsupportedOperationException();
    }

    /**
     * The aborted transactions with records in a range, by first offset. May read the disk if there
     * are any.
     *
     * @param fromOffset the first offset of the range
     * @param toOffset the first offset after the range
     * @throws DiskFailureException if a file cannot be read
     */
    public List<AbortedTransaction> abortedTransactions(long fromOffset, long toOffset) {
        throw new UnsupportedOperationException();
    }
}
