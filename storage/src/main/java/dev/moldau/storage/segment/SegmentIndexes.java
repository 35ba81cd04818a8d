package dev.moldau.storage.segment;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.CorruptRecordsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;

/**
 * What makes a segment searchable: its offset index and its time index, which grow, are doubted,
 * cut and made anew together.
 *
 * <p>Files of an index are a cache. Whoever is led astray by an entry says so ({@link #suspect});
 * from then on everything is found by a walk from the segment's beginning, until the segment has
 * exchanged these indexes for new ones.
 *
 * <p>The segment's owner adds and cuts; any thread searches, forces and releases.
 */
final class SegmentIndexes {

    /** Says that nobody has looked yet how late the segment's records are. */
    static final long UNKNOWN_TIMESTAMP = -2;

    private final OffsetIndex offsets;
    private final TimeIndex times;
    private final long baseOffset;

    /** Whether the files were looked at, or were written by this process. */
    private volatile boolean verified;

    private volatile long maxTimestamp = BatchView.NO_TIMESTAMP;
    private long maxTimestampOffset;
    private long lastIndexedTimestamp = BatchView.NO_TIMESTAMP;
    private int bytesSinceEntry;

    private SegmentIndexes(
            OpenFiles files, Path folder, long baseOffset, long indexBytes, long timeIndexBytes) {
        this.offsets =
                new OffsetIndex(
                        new LogFile(files, folder, baseOffset, FileNames.INDEX),
                        baseOffset,
                        indexBytes);
        this.times =
                new TimeIndex(
                        new LogFile(files, folder, baseOffset, FileNames.TIME_INDEX),
                        baseOffset,
                        timeIndexBytes);
        this.baseOffset = baseOffset;
        this.maxTimestampOffset = baseOffset;
    }

    /** Indexes without entries, and without files until they are spilled. */
    static SegmentIndexes empty(OpenFiles files, Path folder, long baseOffset) {
        SegmentIndexes indexes = new SegmentIndexes(files, folder, baseOffset, 0, 0);
        indexes.verified = true;
        return indexes;
    }

    /** Indexes whose files were found; {@link #verify} has to be called before any search. */
    static SegmentIndexes found(OpenFiles files, Path folder, long baseOffset, SegmentSizes sizes) {
        SegmentIndexes indexes =
                new SegmentIndexes(
                        files,
                        folder,
                        baseOffset,
                        Math.max(0, sizes.indexBytes()),
                        Math.max(0, sizes.timeIndexBytes()));
        if (sizes.logBytes() > 0) {
            indexes.maxTimestamp = UNKNOWN_TIMESTAMP;
        }
        if (sizes.lacksIndex()) {
            indexes.suspect();
        }
        return indexes;
    }

    /** How large the larger of the two is, in bytes. */
    int sizeBytes() {
        return Math.max(offsets.entries().sizeBytes(), times.entries().sizeBytes());
    }

    /** Takes a batch in, with an entry if the last one is far enough away. Owner only. */
    void add(long lastOffset, int position, int size, long timestamp, int intervalBytes) {
        noteTimestamp(timestamp, lastOffset);
        if (bytesSinceEntry > intervalBytes) {
            offsets.append(lastOffset, position);
            addTime();
            bytesSinceEntry = 0;
        }
        bytesSinceEntry += size;
    }

    /** Takes a batch in again that came after the last entry. Owner only. */
    void resume(long lastOffset, int size, long timestamp) {
        noteTimestamp(timestamp, lastOffset);
        bytesSinceEntry += size;
    }

    private void noteTimestamp(long timestamp, long offset) {
        if (timestamp > maxTimestamp) {
            maxTimestamp = timestamp;
            maxTimestampOffset = offset;
        }
    }

    private void addTime() {
        times.append(maxTimestamp, maxTimestampOffset, lastIndexedTimestamp);
        lastIndexedTimestamp = Math.max(lastIndexedTimestamp, maxTimestamp);
    }

    /** Completes the files, with a last entry for time: the segment grows no more. Owner only. */
    void finish() {
        if (maxTimestamp != UNKNOWN_TIMESTAMP) {
            addTime();
        }
        offsets.entries().spill();
        times.entries().spill();
    }

    /** Writes what is in memory, if anything. Owner only. */
    void spill() {
        offsets.entries().spillIfAny();
        times.entries().spillIfAny();
    }

    /** Drops the entries of batches from a place on. Owner only. */
    void truncate(int position, long offset) throws IOException {
        offsets.truncateToPosition(position);
        times.truncateToOffset(offset);
    }

    /** Knows no more than the entries say, as if no batch came after the last one. Owner only. */
    void trustEntries() throws IOException {
        maxTimestamp = times.lastTimestamp();
        maxTimestampOffset = times.lastOffset();
        lastIndexedTimestamp = maxTimestamp;
        bytesSinceEntry = 0;
    }

    /** Knows nothing, as of a segment without batches. Owner only. */
    void trustNothing() {
        maxTimestamp = BatchView.NO_TIMESTAMP;
        maxTimestampOffset = baseOffset;
        lastIndexedTimestamp = BatchView.NO_TIMESTAMP;
        bytesSinceEntry = 0;
    }

    /**
     * Looks once whether the files can be what they should be; they are suspect afterwards if not.
     *
     * @param logBytes how long the segment is
     * @param endOffset where the next segment begins
     * @param scanFrom a walk over the segment's batches from a position
     */
    void verify(int logBytes, long endOffset, IntFunction<HeaderScan> scanFrom) throws IOException {
        if (verified) {
            return;
        }
        if (!arePlausible(logBytes, endOffset, scanFrom)) {
            suspect();
        }
        verified = true; // last: until then another reader must not trust them
    }

    private boolean arePlausible(int logBytes, long endOffset, IntFunction<HeaderScan> scanFrom)
            throws IOException {
        if (areSuspect() || !times.isPlausible(endOffset)) {
            return false;
        }
        int last = offsets.lastPosition(logBytes, endOffset);
        if (last == 0) {
            return !areSuspect();
        }
        try {
            HeaderScan scan = scanFrom.apply(last);
            return scan.next()
                    && scan.batch().baseOffset() >= baseOffset
                    && scan.batch().lastOffset() <= offsets.lastOffset();
        } catch (CorruptRecordsException e) {
            return false;
        }
    }

    /** Says that an entry led to where it should not. */
    void suspect() {
        offsets.entries().markSuspect();
        times.entries().markSuspect();
    }

    /** Whether an index is missing or was found to be wrong. */
    boolean areSuspect() {
        return offsets.entries().isSuspect() || times.entries().isSuspect();
    }

    /** A position from which a walk finds the first batch that ends at or above an offset. */
    int floorPosition(long offset) {
        return offsets.floorPosition(offset);
    }

    /** The largest start of a batch with an entry, at or below a position; 0 if there is none. */
    int floorBatchStart(int position) {
        return offsets.floorBatchStart(position);
    }

    /** A position from which a walk meets every batch that is as late as a time. */
    int positionBefore(long timestamp) {
        return offsets.floorPosition(times.offsetBefore(timestamp));
    }

    /**
     * The largest position at or below an offset up to which <em>both</em> indexes have everything.
     * The time index may have been written later than the other, and who begins behind what it
     * covers never learns how late the records there are.
     */
    int coveredPosition(long offset) throws IOException {
        return offsets.floorPosition(Math.min(offset, times.lastOffset()));
    }

    /** The largest timestamp of all batches, or {@link #UNKNOWN_TIMESTAMP}. */
    long maxTimestamp() {
        return maxTimestamp;
    }

    /** Supplies what a walk has found out. */
    void maxTimestamp(long found) {
        maxTimestamp = found;
    }

    /** The largest timestamp of what the time index covers; -1 if it has no entry. */
    long lastEntryTimestamp() throws IOException {
        return times.lastTimestamp();
    }

    /** Waits until what was written is on the disk. */
    void force() throws IOException {
        offsets.entries().force();
        times.entries().force();
    }

    /** Lets go of the open files, as soon as nobody uses them. */
    void release() {
        offsets.entries().file().release();
        times.entries().file().release();
    }

    /** Gives the files a name that says that they are out of service. */
    void retire() throws IOException {
        offsets.entries().file().rename(FileNames.INDEX + FileNames.DELETED);
        times.entries().file().rename(FileNames.TIME_INDEX + FileNames.DELETED);
    }

    /** Deletes the files. */
    void delete() throws IOException {
        offsets.entries().file().delete();
        times.entries().file().delete();
    }
}
