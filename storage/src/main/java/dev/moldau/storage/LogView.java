package dev.moldau.storage;

import dev.moldau.storage.checkpoint.EpochCheckpoint;
import dev.moldau.storage.epoch.LeaderEpochs;
import dev.moldau.storage.segment.AbortedEntry;
import dev.moldau.storage.segment.BatchTail;
import dev.moldau.storage.segment.FileLease;
import dev.moldau.storage.segment.Place;
import dev.moldau.storage.segment.Segment;
import dev.moldau.storage.segment.TimeLookup;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

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
public final class LogView {

    private final Segment[] segments;
    private final BatchTail tail;
    private final int activeEnd;
    private final long logStartOffset;
    private final long lastStableOffset;
    private final long highWatermark;
    private final long logEndOffset;
    private final LeaderEpochs epochs;

    /**
     * A new view.
     *
     * @param segments by base offset, at least one; never changed afterwards
     * @param tail of the last segment
     * @param activeEnd where the last segment's bytes end
     */
    LogView(
            Segment[] segments,
            BatchTail tail,
            int activeEnd,
            long logStartOffset,
            long lastStableOffset,
            long highWatermark,
            long logEndOffset,
            LeaderEpochs epochs) {
        assert logStartOffset <= lastStableOffset
                && lastStableOffset <= highWatermark
                && highWatermark <= logEndOffset;
        this.segments = segments;
        this.tail = tail;
        this.activeEnd = activeEnd;
        this.logStartOffset = logStartOffset;
        this.lastStableOffset = lastStableOffset;
        this.highWatermark = highWatermark;
        this.logEndOffset = logEndOffset;
        this.epochs = epochs;
    }

    /** The first offset that readers may ask for. */
    public long logStartOffset() {
        return logStartOffset;
    }

    /** The offset after the last record that every in-sync replica has. */
    public long highWatermark() {
        return highWatermark;
    }

    /** The first offset of a transaction that is not decided yet, or the high watermark. */
    public long lastStableOffset() {
        return lastStableOffset;
    }

    /** The offset that the next record will get. */
    public long logEndOffset() {
        return logEndOffset;
    }

    /** The offset up to which, exclusively, a reader may see. */
    public long end(ReadBound bound) {
        return switch (bound) {
            case HIGH_WATERMARK -> highWatermark;
            case LAST_STABLE_OFFSET -> lastStableOffset;
            case LOG_END -> logEndOffset;
        };
    }

    /** The latest leader epoch that the log knows; -1 if none. */
    public int leaderEpoch() {
        return epochs.latest();
    }

    /** How many bytes of batches all segments hold together. */
    public long sizeBytes() {
        long size = activeEnd;
        for (int i = 0; i < segments.length - 1; i++) {
            size += segments[i].sizeBytes();
        }
        return size;
    }

    /** How many segments there are; at least one. */
    public int segmentCount() {
        return segments.length;
    }

    /**
     * The first offsets of the segments that begin below an offset, greatest first; of the oldest
     * one, where the log starts. Never reads the disk.
     */
    public LongStream segmentStartsBefore(long offset) {
        return LongStream.iterate(segments.length - 1, i -> i >= 0, i -> i - 1)
                .map(i -> Math.max(logStartOffset, segments[(int) i].baseOffset()))
                .filter(start -> start < offset);
    }

    /** The segments, oldest first; not to be changed. */
    Segment[] segments() {
        return segments;
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
        if (offset < logStartOffset || offset > logEndOffset) {
            return ReadOutcome.OutOfRange.INSTANCE;
        }
        long limit = end(bound);
        if (offset >= limit) {
            return ReadOutcome.AtEnd.INSTANCE;
        }
        int index = segmentOf(offset);
        try {
            while (index < segments.length && segments[index].baseOffset() < limit) {
                ReadOutcome outcome = readSegment(index, offset, limit, maxBytes, wholeFirstBatch);
                if (outcome != null) {
                    return outcome;
                }
                index++; // the offset lies in a gap at the segment's end
            }
            return ReadOutcome.AtEnd.INSTANCE;
        } catch (NoSuchFileException e) {
            return ReadOutcome.OutOfRange.INSTANCE; // deleted since this view was current
        } catch (IOException e) {
            throw failure("read", index, e);
        }
    }

    private @Nullable ReadOutcome readSegment(
            int index, long offset, long limit, int maxBytes, boolean wholeFirstBatch)
            throws IOException {
        Segment segment = segments[index];
        int end = Math.min(sizeOf(index), segment.sizeBytes()); // it may have been cut since
        if (end == 0) {
            return null;
        }
        FileLease lease = segment.log().lease();
        boolean handedOver = false;
        try {
            int visibleEnd = limit >= endOffset(index) ? end : position(index, lease, limit, end);
            long place = place(index, lease, offset, end);
            int from = Place.position(place);
            if (from >= visibleEnd) {
                return visibleEnd < end ? ReadOutcome.AtEnd.INSTANCE : null;
            }
            int size = visibleEnd - from;
            if (size > maxBytes) {
                size = shortened(index, lease, place, maxBytes, wholeFirstBatch);
                if (size == 0) {
                    return ReadOutcome.AtEnd.INSTANCE;
                }
            }
            FileRecords records = new FileRecords(lease, from, size);
            handedOver = true;
            return new ReadOutcome.Data(records);
        } finally {
            if (!handedOver) {
                lease.close();
            }
        }
    }

    /** How much to return when not everything may be: whole batches, if the index knows where. */
    private int shortened(
            int index, FileLease lease, long place, int maxBytes, boolean wholeFirstBatch)
            throws IOException {
        int from = Place.position(place);
        int target = (int) Math.min((long) from + maxBytes, sizeOf(index));
        int boundary = index == segments.length - 1 ? tail.floorBatchStart(target) : BatchTail.NONE;
        if (boundary == BatchTail.NONE) {
            boundary = segments[index].floorBatchStart(target);
        }
        if (boundary > from && boundary <= target) {
            return boundary - from;
        }
        int first = Place.sizeBytes(place);
        if (first == 0) {
            first = segments[index].batchSizeAt(lease, from, sizeOf(index));
        }
        if (first > maxBytes) {
            return wholeFirstBatch ? first : 0;
        }
        return maxBytes;
    }

    private long place(int index, FileLease lease, long offset, int end) throws IOException {
        if (index == segments.length - 1) {
            long known = tail.ceiling(offset, end);
            if (known != BatchTail.UNKNOWN) {
                return known;
            }
        }
        Segment segment = segments[index];
        return offset <= segment.baseOffset() ? 0 : segment.ceiling(lease, offset, end);
    }

    private int position(int index, FileLease lease, long offset, int end) throws IOException {
        return Place.position(place(index, lease, offset, end));
    }

    private int segmentOf(long offset) {
        int low = 0;
        int high = segments.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (segments[middle].baseOffset() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private int sizeOf(int index) {
        return index == segments.length - 1 ? activeEnd : segments[index].sizeBytes();
    }

    private long endOffset(int index) {
        return index == segments.length - 1 ? logEndOffset : segments[index + 1].baseOffset();
    }

    private StorageException failure(String doing, int index, IOException e) {
        return StorageException.of(doing, segments[index].log().path(), e);
    }

    /**
     * About how many bytes lie between an offset and the bound; never reads the disk. Exact at the
     * tail, elsewhere in proportion to the offsets. Serves long polls ({@code fetch.min.bytes}).
     */
    public long bytesAvailable(long offset, ReadBound bound) {
        long limit = end(bound);
        return offset >= limit ? 0 : Math.max(1, bytesBefore(limit) - bytesBefore(offset));
    }

    private long bytesBefore(long offset) {
        int index = segmentOf(offset);
        long before = 0;
        for (int i = 0; i < index; i++) {
            before += segments[i].sizeBytes();
        }
        int size = sizeOf(index);
        if (index == segments.length - 1) {
            long known = tail.ceiling(offset, size);
            if (known != BatchTail.UNKNOWN) {
                return before + Place.position(known);
            }
        }
        long base = segments[index].baseOffset();
        long offsets = Math.max(1, endOffset(index) - base);
        long share = Math.clamp(offset - base, 0, offsets);
        return before + (long) ((double) size * share / offsets);
    }

    /**
     * Whether a read from the offset probably finds its bytes in the page cache: it lies within
     * {@code hotBytes} of the log's end. Never reads the disk. A cold read is better read ahead on
     * a thread that may wait.
     */
    public boolean isLikelyCached(long offset, long hotBytes) {
        return bytesAvailable(offset, ReadBound.LOG_END) <= hotBytes;
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
        long limit = end(bound);
        int index = segmentOf(logStartOffset);
        try (TimeLookup lookup = new TimeLookup(timestampMs, logStartOffset)) {
            for (; index < segments.length && segments[index].baseOffset() < limit; index++) {
                if (latestTime(index) >= timestampMs && has(index, lookup)) {
                    return lookup.offset() < limit ? Optional.of(found(lookup)) : Optional.empty();
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw failure("look up a time in", Math.min(index, segments.length - 1), e);
        }
    }

    /** The segment's largest timestamp; -1 if it was deleted since this view was current. */
    private long latestTime(int index) throws IOException {
        try {
            return segments[index].maxTimestamp();
        } catch (NoSuchFileException e) {
            return -1;
        }
    }

    private boolean has(int index, TimeLookup lookup) throws IOException {
        try {
            return lookup.in(segments[index], sizeOf(index));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static OffsetAtTime found(TimeLookup lookup) {
        return new OffsetAtTime(lookup.timestampMs(), lookup.offset(), lookup.leaderEpoch());
    }

    /**
     * Finds the record with the largest timestamp (KIP-734), the first of them if there are
     * several. Reads the disk: not for event loops.
     *
     * @return empty if the log is empty or its records have no timestamps
     * @throws DiskFailureException if a file cannot be read
     * @throws CorruptLogException if what is found there is no batch
     */
    public Optional<OffsetAtTime> maxTimestamp() {
        int index = 0;
        try {
            long latest = -1;
            int latestIndex = 0;
            for (; index < segments.length; index++) {
                long max = latestTime(index);
                if (max > latest) {
                    latest = max;
                    latestIndex = index;
                }
            }
            index = latestIndex;
            if (latest < 0) {
                return Optional.empty();
            }
            try (TimeLookup lookup = new TimeLookup(latest, logStartOffset)) {
                return has(index, lookup) ? Optional.of(found(lookup)) : Optional.empty();
            }
        } catch (IOException e) {
            throw failure("look up the latest time in", Math.min(index, segments.length - 1), e);
        }
    }

    /** Where a leader epoch ends in this log: {@code OffsetForLeaderEpoch}. */
    public EpochEnd endOffsetFor(int leaderEpoch) {
        EpochCheckpoint.Entry end = epochs.endOf(leaderEpoch, logEndOffset);
        return new EpochEnd(end.epoch(), end.startOffset());
    }

    /** The leader epoch of the record at an offset that is in the log; -1 if unknown. */
    public int epochOf(long offset) {
        return epochs.epochOf(offset);
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
        List<AbortedTransaction> aborted = new ArrayList<>();
        int index = segmentOf(fromOffset);
        try {
            for (; index < segments.length; index++) {
                for (AbortedEntry entry : segments[index].aborted()) {
                    if (entry.lastOffset() >= fromOffset && entry.firstOffset() < toOffset) {
                        aborted.add(
                                new AbortedTransaction(entry.producerId(), entry.firstOffset()));
                    }
                    if (entry.lastStableOffset() >= toOffset) {
                        return sorted(aborted);
                    }
                }
            }
            return sorted(aborted);
        } catch (IOException e) {
            // Also if a file was deleted since this view was current: half of an answer would let a
            // reader take aborted records for committed ones.
            throw failure("read aborted transactions of", index, e);
        }
    }

    private static List<AbortedTransaction> sorted(List<AbortedTransaction> aborted) {
        aborted.sort(Comparator.comparingLong(AbortedTransaction::firstOffset));
        return aborted;
    }

    @Override
    public String toString() {
        return "offsets "
                + logStartOffset
                + ".."
                + logEndOffset
                + ", stable "
                + lastStableOffset
                + ", high watermark "
                + highWatermark
                + ", epoch "
                + leaderEpoch()
                + ", "
                + segments.length
                + " segments of "
                + sizeBytes()
                + " bytes";
    }
}
