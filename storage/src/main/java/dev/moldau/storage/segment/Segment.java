package dev.moldau.storage.segment;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.storage.disk.DamagedFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * A stretch of a log in one file, with its indexes. The last segment of a log is the active one and
 * grows; the others only shrink by truncation.
 *
 * <p>Owned by the log's lane. Other threads look up places and read, up to where the owner has
 * published that there are whole batches.
 */
public final class Segment {

    /** Says that the largest timestamp has not been looked up yet. */
    private static final long UNKNOWN_TIMESTAMP = -2;

    private final OpenFiles files;
    private final Path folder;
    private final long baseOffset;
    private final LogFile log;
    private final TransactionIndex transactions;
    private volatile Indexes indexes;
    private volatile int sizeBytes;

    /** The lowest position at which the segment was cut since it was opened; set before the cut. */
    private volatile int lowestCut = Integer.MAX_VALUE;

    private volatile long maxTimestamp;
    private long maxTimestampOffset;
    private long lastIndexedTimestamp = BatchView.NO_TIMESTAMP;
    private long firstAppendMs = -1;
    private long lastAppendMs;
    private int bytesSinceIndexEntry;
    private volatile boolean repairing;

    /** Whether the index files were looked at, or were written by this process. */
    private volatile boolean verified;

    /** Where the next segment begins, if there is one. */
    private volatile long endOffset = Long.MAX_VALUE;

    /** Both indexes, exchanged together when they were rebuilt. */
    private record Indexes(OffsetIndex offsets, TimeIndex times) {}

    private Segment(
            OpenFiles files,
            Path folder,
            long baseOffset,
            SegmentSizes sizes,
            long maxTimestamp,
            long modifiedMs) {
        this.files = files;
        this.folder = folder;
        this.baseOffset = baseOffset;
        this.log = file(FileNames.LOG);
        this.transactions =
                new TransactionIndex(file(FileNames.TRANSACTION_INDEX), sizes.transactionsBytes());
        this.indexes =
                indexes(Math.max(0, sizes.indexBytes()), Math.max(0, sizes.timeIndexBytes()));
        this.sizeBytes = sizes.logBytes();
        this.maxTimestamp = maxTimestamp;
        this.maxTimestampOffset = baseOffset;
        this.lastAppendMs = modifiedMs;
    }

    /** A segment without files; they are made by the first append, or by {@link #createFile}. */
    public static Segment empty(OpenFiles files, Path folder, long baseOffset, long nowMs) {
        Segment segment =
                new Segment(
                        files,
                        folder,
                        baseOffset,
                        SegmentSizes.EMPTY,
                        BatchView.NO_TIMESTAMP,
                        nowMs);
        segment.verified = true;
        return segment;
    }

    /**
     * A segment whose files are there.
     *
     * @param sizes as a listing of the folder shows them
     * @param modifiedMs when its log file was written last
     */
    public static Segment existing(
            OpenFiles files, Path folder, long baseOffset, SegmentSizes sizes, long modifiedMs) {
        long maxTimestamp = sizes.logBytes() == 0 ? BatchView.NO_TIMESTAMP : UNKNOWN_TIMESTAMP;
        Segment segment = new Segment(files, folder, baseOffset, sizes, maxTimestamp, modifiedMs);
        if (sizes.lacksIndex()) {
            segment.indexes.offsets.entries().markSuspect();
        }
        return segment;
    }

    private LogFile file(String suffix) {
        return new LogFile(files, folder, baseOffset, suffix);
    }

    private Indexes indexes(long indexBytes, long timeIndexBytes) {
        return new Indexes(
                new OffsetIndex(file(FileNames.INDEX), baseOffset, indexBytes),
                new TimeIndex(file(FileNames.TIME_INDEX), baseOffset, timeIndexBytes));
    }

    /** The offset in the names of its files; no batch in it begins below. */
    public long baseOffset() {
        return baseOffset;
    }

    /** Says where the next segment begins. Owner only. */
    public void endOffset(long offset) {
        endOffset = offset;
    }

    /** How many bytes of whole batches it has. */
    public int sizeBytes() {
        return sizeBytes;
    }

    /** The file with the batches. */
    public LogFile log() {
        return log;
    }

    /** When a batch was appended last, in epoch ms. Owner only. */
    public long lastAppendMs() {
        return lastAppendMs;
    }

    /** When the first batch was appended, in epoch ms; -1 if not known. Owner only. */
    public long firstAppendMs() {
        return firstAppendMs;
    }

    /** Supplies what only the batches know after a restart. Owner only. */
    public void firstAppendMs(long timestampMs) {
        firstAppendMs = timestampMs;
    }

    /** How large its larger index is, in bytes. */
    public int indexBytes() {
        return Math.max(indexes.offsets.entries().sizeBytes(), indexes.times.entries().sizeBytes());
    }

    /** Makes the log file, so that its name carries the base offset across a crash. */
    public void createFile() throws IOException {
        log.leaseOrCreate().close();
    }

    /**
     * Writes bytes at the end. They count only after {@link #appended} was called for each batch.
     *
     * @param count how many of the buffers
     */
    public void write(ByteBuffer[] buffers, int count) throws IOException {
        try (FileLease lease = log.leaseOrCreate()) {
            lease.file().write(buffers, count, sizeBytes);
        }
    }

    /**
     * Cuts off what a failed {@link #write} has left.
     *
     * @param endOffset the offset after the last batch that stays
     */
    public void undoWrite(long endOffset) throws IOException {
        try (FileLease lease = log.leaseOrCreate()) {
            lease.file().truncate(sizeBytes);
        }
        transactions.truncateToOffset(endOffset);
    }

    /** Takes a batch in that was written, or found, at the end. */
    public void appended(
            long lastOffset, int size, long timestamp, int indexIntervalBytes, long nowMs) {
        int position = sizeBytes;
        Indexes both = indexes;
        if (timestamp > maxTimestamp) {
            maxTimestamp = timestamp;
            maxTimestampOffset = lastOffset;
        }
        if (bytesSinceIndexEntry > indexIntervalBytes) {
            both.offsets.append(lastOffset, position);
            both.times.append(maxTimestamp, maxTimestampOffset, lastIndexedTimestamp);
            lastIndexedTimestamp = Math.max(lastIndexedTimestamp, maxTimestamp);
            bytesSinceIndexEntry = 0;
        }
        bytesSinceIndexEntry += size;
        sizeBytes = position + size;
        lastAppendMs = nowMs;
        if (firstAppendMs < 0) {
            firstAppendMs = nowMs;
        }
    }

    /** Notes a transaction that a marker in this segment aborted. */
    public void aborted(AbortedEntry entry) throws IOException {
        transactions.append(entry);
    }

    /** Completes the index files, with a last entry for time: the segment grows no more. */
    public void finish() {
        if (maxTimestamp != UNKNOWN_TIMESTAMP) {
            indexes.times.append(maxTimestamp, maxTimestampOffset, lastIndexedTimestamp);
            lastIndexedTimestamp = Math.max(lastIndexedTimestamp, maxTimestamp);
        }
        indexes.offsets.entries().spill();
        indexes.times.entries().spill();
    }

    /** Writes what the indexes hold in memory, if anything. The segment may grow again. */
    public void spillIndexes() {
        indexes.offsets.entries().spillIfAny();
        indexes.times.entries().spillIfAny();
    }

    /**
     * Waits until the batches, and what was written of the indexes, are on the disk. Any thread.
     */
    public void force() throws IOException {
        Indexes both = indexes;
        log.force();
        both.offsets.entries().force();
        both.times.entries().force();
        transactions.force();
    }

    /** Lets go of the open files, as soon as nobody uses them. */
    public void release() {
        Indexes both = indexes;
        log.release();
        both.offsets.entries().file().release();
        both.times.entries().file().release();
        transactions.file().release();
    }

    /**
     * Finds the first batch that ends at or above an offset.
     *
     * @param lease on {@link #log}
     * @param end where the published bytes end; the answer, with size 0, if there is no such batch
     * @return a {@link Place}
     * @throws DamagedFileException if there are no batches where batches should be
     */
    public long ceiling(FileLease lease, long offset, int end) throws IOException {
        verifyIndexes(lease);
        int from = indexes.offsets.floorPosition(offset);
        if (from > 0) {
            try {
                return walk(lease, offset, from, end);
            } catch (CorruptRecordsException e) {
                indexes.offsets.entries().markSuspect(); // the entry led astray; begin at the start
            }
        }
        try {
            return walk(lease, offset, 0, end);
        } catch (CorruptRecordsException e) {
            throw damaged(e);
        }
    }

    /** Looks once whether the index files can be what they should be. */
    private void verifyIndexes(FileLease lease) throws IOException {
        if (verified) {
            return;
        }
        if (!areIndexesPlausible(lease)) {
            suspectIndexes();
        }
        verified = true; // last: until then another reader must not trust them
    }

    private boolean areIndexesPlausible(FileLease lease) throws IOException {
        Indexes both = indexes;
        if (needsIndexes() || !both.times.isPlausible(endOffset)) {
            return false;
        }
        int last = both.offsets.lastPosition(sizeBytes, endOffset);
        if (last == 0) {
            return !needsIndexes();
        }
        try {
            HeaderScan scan = scan(lease, last, sizeBytes);
            return scan.next()
                    && scan.batch().baseOffset() >= baseOffset
                    && scan.batch().lastOffset() <= both.offsets.lastOffset();
        } catch (CorruptRecordsException e) {
            return false;
        }
    }

    private DamagedFileException damaged(CorruptRecordsException cause) {
        return new DamagedFileException(log.path(), 0, String.valueOf(cause.getMessage()));
    }

    private long walk(FileLease lease, long offset, int from, int end) throws IOException {
        if (from >= end) {
            throw new CorruptRecordsException("index entry beyond the end");
        }
        HeaderScan scan = scan(lease, from, end);
        boolean first = from > 0;
        while (scan.next()) {
            BatchView batch = scan.batch();
            long last = batch.lastOffset();
            if (last < baseOffset || (first && batch.baseOffset() > offset)) {
                throw new CorruptRecordsException("offset " + last + " does not belong here");
            }
            if (last >= offset) {
                return Place.of(scan.position(), scan.sizeBytes());
            }
            first = false;
        }
        if (scan.position() < end && !scan.metCut()) {
            throw new CorruptRecordsException("a batch runs beyond the end");
        }
        return Place.of(scan.position(), 0);
    }

    /** A walk for readers, who may hold a view of before a cut. */
    HeaderScan scan(FileLease lease, int from, int end) {
        return new HeaderScan(lease.file(), from, end, this::lowestCut);
    }

    /**
     * The lowest position at which the segment was cut since it was opened. What a reader finds
     * there or beyond, through a view of before the cut, means nothing.
     */
    int lowestCut() {
        return lowestCut;
    }

    /**
     * The size of the batch that begins at a position.
     *
     * @throws DamagedFileException if there is no whole batch
     */
    public int batchSizeAt(FileLease lease, int position, int end) throws IOException {
        try {
            HeaderScan scan = scan(lease, position, end);
            if (scan.next()) {
                return scan.sizeBytes();
            }
        } catch (CorruptRecordsException e) {
            throw damaged(e);
        }
        throw new DamagedFileException(log.path(), position, "a batch runs beyond the end");
    }

    /** The largest start of a batch that the index has at or below a position; 0 if none. */
    public int floorBatchStart(int position) {
        return indexes.offsets.floorBatchStart(position);
    }

    /** A position from which a walk meets every batch that is as late as a time. Any thread. */
    int positionBefore(FileLease lease, long timestamp) throws IOException {
        verifyIndexes(lease);
        Indexes both = indexes;
        return both.offsets.floorPosition(both.times.offsetBefore(timestamp));
    }

    /**
     * The largest timestamp in the segment; -1 if it has none. May read the disk, once. Any thread.
     */
    public long maxTimestamp() throws IOException {
        long known = maxTimestamp;
        if (known != UNKNOWN_TIMESTAMP) {
            return known;
        }
        if (!verified) {
            try (FileLease lease = log.lease()) {
                verifyIndexes(lease);
            }
        }
        long max = walkForMaxTimestamp();
        maxTimestamp = max;
        return max;
    }

    /** The last time entry covers everything up to its offset; what follows has to be looked at. */
    private long walkForMaxTimestamp() throws IOException {
        Indexes both = indexes;
        long max = BatchView.NO_TIMESTAMP;
        int from = 0;
        if (!needsIndexes()) {
            max = both.times.lastTimestamp();
            from = both.offsets.floorPosition(both.times.lastOffset());
        }
        try (FileLease lease = log.lease()) {
            HeaderScan scan = scan(lease, from, sizeBytes);
            while (scan.next()) {
                max = Math.max(max, scan.batch().maxTimestamp());
            }
            return max;
        } catch (CorruptRecordsException e) {
            throw damaged(e);
        }
    }

    /** The aborted transactions whose markers are in this segment. */
    public List<AbortedEntry> aborted() throws IOException {
        return transactions.entries();
    }

    /** Says that an index led to a place where no batch begins. */
    void suspectIndexes() {
        indexes.offsets.entries().markSuspect();
        indexes.times.entries().markSuspect();
    }

    /** Whether an index is missing or was found to be wrong. */
    public boolean needsIndexes() {
        Indexes both = indexes;
        return both.offsets.entries().isSuspect() || both.times.entries().isSuspect();
    }

    /** Says that the owner has somebody make the indexes anew; false if it had already. */
    public boolean beginRepair() {
        if (repairing) {
            return false;
        }
        repairing = true;
        return true;
    }

    /** Says that the indexes are made, or could not be. The thread that did it. */
    public void endRepair() {
        repairing = false;
    }

    /**
     * Makes both indexes anew from the batches and exchanges them. For a segment that no longer
     * grows; any one thread, while others read.
     */
    public void rebuildIndexes(int indexIntervalBytes) throws IOException {
        Segment rebuilt = Segment.empty(files, folder, baseOffset, lastAppendMs);
        Indexes old = indexes;
        old.offsets.entries().file().delete();
        old.times.entries().file().delete();
        try (FileLease lease = log.lease()) {
            HeaderScan scan = new HeaderScan(lease.file(), 0, sizeBytes);
            while (scan.next()) {
                BatchView batch = scan.batch();
                rebuilt.appended(
                        batch.lastOffset(),
                        scan.sizeBytes(),
                        batch.maxTimestamp(),
                        indexIntervalBytes,
                        lastAppendMs);
            }
        } catch (CorruptRecordsException e) {
            throw damaged(e);
        }
        rebuilt.finish();
        verified = true;
        indexes = rebuilt.indexes;
        maxTimestamp = rebuilt.maxTimestamp;
    }

    /**
     * Cuts the segment at a batch's start. The owner has published a view without the rest.
     *
     * @param offset the first offset that is gone
     * @param indexIntervalBytes for indexes that have to be made anew
     */
    public void truncate(int position, long offset, int indexIntervalBytes) throws IOException {
        lowestCut = Math.min(lowestCut, position);
        try (FileLease lease = log.leaseOrCreate()) {
            lease.file().truncate(position);
        }
        sizeBytes = position;
        Indexes both = indexes;
        both.offsets.truncateToPosition(position);
        both.times.truncateToOffset(offset);
        transactions.truncateToOffset(offset);
        while (!resumed()) {
            // Whoever read through a view of before the cut met bytes that were going, and blamed
            // an index entry for it. There are as many such readers as old views, so this ends.
            rebuildIndexes(indexIntervalBytes);
        }
    }

    /** Resumes; says no if that needs indexes which somebody doubts. */
    private boolean resumed() throws IOException {
        try {
            resume();
            return true;
        } catch (CorruptRecordsException e) {
            if (!needsIndexes()) {
                throw damaged(e);
            }
            return false;
        }
    }

    /**
     * Finds out what only the last batches know, so that the segment can grow: where it ends, its
     * largest timestamp, how far the last index entry is away.
     *
     * @return the offset after the last batch
     * @throws CorruptRecordsException if the bytes from the last index entry on are not batches
     */
    public long resume() throws IOException {
        Indexes both = indexes;
        maxTimestamp = BatchView.NO_TIMESTAMP;
        maxTimestampOffset = baseOffset;
        lastIndexedTimestamp = maxTimestamp;
        bytesSinceIndexEntry = 0;
        if (sizeBytes == 0) {
            return baseOffset;
        }
        long next = baseOffset;
        try (FileLease lease = log.lease()) {
            verifyIndexes(lease);
            if (needsIndexes()) {
                throw new CorruptRecordsException("the indexes do not fit the batches");
            }
            maxTimestamp = both.times.lastTimestamp();
            maxTimestampOffset = both.times.lastOffset();
            lastIndexedTimestamp = maxTimestamp;
            int from = both.offsets.floorBatchStart(sizeBytes - 1);
            HeaderScan scan = new HeaderScan(lease.file(), from, sizeBytes);
            while (scan.next()) {
                BatchView batch = scan.batch();
                if (batch.lastOffset() < next) {
                    throw new CorruptRecordsException("offset " + batch.lastOffset() + " falls");
                }
                next = batch.lastOffset() + 1;
                bytesSinceIndexEntry += scan.sizeBytes();
                if (batch.maxTimestamp() > maxTimestamp) {
                    maxTimestamp = batch.maxTimestamp();
                    maxTimestampOffset = batch.lastOffset();
                }
            }
            if (scan.position() < sizeBytes) {
                throw new CorruptRecordsException("a batch runs beyond the end");
            }
        }
        return next;
    }

    /**
     * Walks the batches that end at or above an offset.
     *
     * @param visitor sees headers; of control batches all
     * @throws DamagedFileException if there are no batches where batches should be
     */
    public void replay(long fromOffset, BatchVisitor visitor) throws IOException {
        if (sizeBytes == 0) {
            return;
        }
        try (FileLease lease = log.lease()) {
            int from = Place.position(ceiling(lease, fromOffset, sizeBytes));
            HeaderScan scan = new HeaderScan(lease.file(), from, sizeBytes);
            BatchView whole = new BatchView();
            while (scan.next()) {
                BatchView batch = scan.batch();
                if (batch.isControl()) {
                    ByteBuffer bytes = ByteBuffer.allocate(scan.sizeBytes());
                    lease.file().readFully(bytes, scan.position());
                    batch = whole.wrap(bytes.flip(), 0);
                }
                visitor.visit(batch);
            }
        } catch (CorruptRecordsException e) {
            throw damaged(e);
        }
    }

    /**
     * Where to cut so that nothing from an offset on is left.
     *
     * @param position where the file is to end
     * @param endOffset the log's end then: the offset, or the start of the batch that contains it
     */
    public record Cut(int position, long endOffset) {}

    /**
     * Finds out where to cut.
     *
     * @throws DamagedFileException if there are no batches where batches should be
     */
    public Cut cut(long offset) throws IOException {
        if (sizeBytes == 0) {
            return new Cut(0, offset);
        }
        try (FileLease lease = log.lease()) {
            int position = Place.position(ceiling(lease, offset, sizeBytes));
            HeaderScan scan = new HeaderScan(lease.file(), position, sizeBytes);
            if (!scan.next()) {
                return new Cut(position, offset);
            }
            BatchView batch = scan.batch();
            if (batch.isV2() || batch.compressionId() == 0) {
                return new Cut(position, Math.min(offset, batch.baseOffset()));
            }
            // The offset of an old compressed message is its last one's: ask the one before it.
            long end = baseOffset;
            scan = new HeaderScan(lease.file(), 0, position);
            while (scan.next()) {
                end = scan.batch().lastOffset() + 1;
            }
            return new Cut(position, Math.min(offset, end));
        } catch (CorruptRecordsException e) {
            throw damaged(e);
        }
    }

    /** The timestamp of the first batch, in epoch ms; -1 if there is none. */
    public long firstTimestamp() throws IOException {
        if (sizeBytes == 0) {
            return BatchView.NO_TIMESTAMP;
        }
        try (FileLease lease = log.lease()) {
            HeaderScan scan = new HeaderScan(lease.file(), 0, sizeBytes);
            return scan.next() ? scan.batch().maxTimestamp() : BatchView.NO_TIMESTAMP;
        } catch (CorruptRecordsException e) {
            throw damaged(e);
        }
    }

    /**
     * Begins to take in again what the file holds from a place on: forgets what indexes and size
     * say beyond.
     *
     * @return the position from which batches are to be walked, with {@link #appended} for each
     */
    int rewind(long knownGoodOffset) throws IOException {
        Indexes both = indexes;
        int from = 0;
        if (sizeBytes > 0) {
            try (FileLease lease = log.lease()) {
                verifyIndexes(lease);
            }
        }
        if (knownGoodOffset > baseOffset && !needsIndexes()) {
            // Below the known good end, so that the batch there is whole. And no further than the
            // time index reaches: it may be written later than the other, and who begins behind
            // what it covers never learns how late the records there are.
            long covered = Math.min(knownGoodOffset - 1, both.times.lastOffset());
            from = both.offsets.floorPosition(covered);
        }
        if (from > 0 && from < sizeBytes) {
            long offset;
            try (FileLease lease = log.lease()) {
                HeaderScan scan = new HeaderScan(lease.file(), from, sizeBytes);
                offset = scan.next() ? scan.batch().baseOffset() : -1;
            } catch (CorruptRecordsException e) {
                offset = -1;
            }
            if (offset >= baseOffset && offset <= knownGoodOffset) {
                both.offsets.truncateToPosition(from);
                both.times.truncateToOffset(offset);
                transactions.truncateToOffset(offset);
                maxTimestamp = both.times.lastTimestamp();
                maxTimestampOffset = both.times.lastOffset();
                lastIndexedTimestamp = maxTimestamp;
                bytesSinceIndexEntry = 0;
                sizeBytes = from;
                return from;
            }
        }
        both.offsets.entries().file().delete();
        both.times.entries().file().delete();
        indexes = indexes(0, 0);
        transactions.truncate(0);
        maxTimestamp = BatchView.NO_TIMESTAMP;
        maxTimestampOffset = baseOffset;
        lastIndexedTimestamp = BatchView.NO_TIMESTAMP;
        bytesSinceIndexEntry = 0;
        sizeBytes = 0;
        verified = true;
        return 0;
    }

    /** Takes the segment out of service: its files get a name that says so. Owner only. */
    public void retire() throws IOException {
        log.rename(FileNames.LOG + FileNames.DELETED);
        Indexes both = indexes;
        both.offsets.entries().file().rename(FileNames.INDEX + FileNames.DELETED);
        both.times.entries().file().rename(FileNames.TIME_INDEX + FileNames.DELETED);
        if (!transactions.isEmpty()) {
            transactions.file().rename(FileNames.TRANSACTION_INDEX + FileNames.DELETED);
        }
    }

    /** Whether bytes of it are on their way to a reader. */
    public boolean isInUse() {
        return log.isInUse();
    }

    /** Deletes the files. Any one thread, after {@link #retire}. */
    public void delete() throws IOException {
        Indexes both = indexes;
        log.delete();
        both.offsets.entries().file().delete();
        both.times.entries().file().delete();
        if (!transactions.isEmpty()) {
            transactions.file().delete();
        }
    }
}
