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

    private final OpenFiles files;
    private final Path folder;
    private final long baseOffset;
    private final LogFile log;
    private final TransactionIndex transactions;
    private volatile int sizeBytes;
    private long nextOffset;

    /** Exchanged when they were made anew. */
    private volatile SegmentIndexes indexes;

    /** The lowest position at which the segment was cut since it was opened; set before the cut. */
    private volatile int lowestCut = Integer.MAX_VALUE;

    private long firstAppendMs = -1;
    private long lastAppendMs;
    private volatile boolean repairing;

    /** Where the next segment begins, if there is one. */
    private volatile long endOffset = Long.MAX_VALUE;

    private Segment(
            OpenFiles files,
            Path folder,
            long baseOffset,
            SegmentSizes sizes,
            SegmentIndexes indexes,
            long modifiedMs) {
        this.files = files;
        this.folder = folder;
        this.baseOffset = baseOffset;
        this.log = new LogFile(files, folder, baseOffset, FileNames.LOG);
        this.transactions =
                new TransactionIndex(
                        new LogFile(files, folder, baseOffset, FileNames.TRANSACTION_INDEX),
                        sizes.transactionsBytes());
        this.indexes = indexes;
        this.sizeBytes = sizes.logBytes();
        this.nextOffset = baseOffset;
        this.lastAppendMs = modifiedMs;
    }

    /** A segment without files; they are made by the first append, or by {@link #createFile}. */
    public static Segment empty(OpenFiles files, Path folder, long baseOffset, long nowMs) {
        SegmentIndexes indexes = SegmentIndexes.empty(files, folder, baseOffset);
        return new Segment(files, folder, baseOffset, SegmentSizes.EMPTY, indexes, nowMs);
    }

    /**
     * A segment whose files are there.
     *
     * @param sizes as a listing of the folder shows them
     * @param modifiedMs when its log file was written last
     */
    public static Segment existing(
            OpenFiles files, Path folder, long baseOffset, SegmentSizes sizes, long modifiedMs) {
        SegmentIndexes indexes = SegmentIndexes.found(files, folder, baseOffset, sizes);
        return new Segment(files, folder, baseOffset, sizes, indexes, modifiedMs);
    }

    /** The offset in the names of its files; no batch in it begins below. */
    public long baseOffset() {
        return baseOffset;
    }

    /**
     * The offset after its last batch, or the base offset if it has none; known while it is the
     * active segment. Owner only.
     */
    public long nextOffset() {
        return nextOffset;
    }

    /** Whether a segment with a base offset can hold an offset: indexes have four bytes for it. */
    public static boolean reaches(long baseOffset, long offset) {
        return offset - baseOffset <= Integer.MAX_VALUE;
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
        return indexes.sizeBytes();
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
        indexes.add(lastOffset, position, size, timestamp, indexIntervalBytes);
        sizeBytes = position + size;
        nextOffset = lastOffset + 1;
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
        indexes.finish();
    }

    /** Writes what the indexes hold in memory, if anything. The segment may grow again. */
    public void spillIndexes() {
        indexes.spill();
    }

    /**
     * Waits until the batches, and what was written of the indexes, are on the disk. Any thread.
     */
    public void force() throws IOException {
        SegmentIndexes both = indexes;
        log.force();
        both.force();
        transactions.force();
    }

    /** Lets go of the open files, as soon as nobody uses them. */
    public void release() {
        log.release();
        indexes.release();
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
        SegmentIndexes both = indexes;
        int from = both.floorPosition(offset);
        if (from > 0) {
            try {
                return walk(lease, offset, from, end);
            } catch (CorruptRecordsException e) {
                both.suspect(); // the entry led astray; begin at the start
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
        int end = sizeBytes;
        indexes.verify(end, endOffset, from -> scan(lease, from, end));
    }

    DamagedFileException damaged(CorruptRecordsException cause) {
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
        return indexes.floorBatchStart(position);
    }

    /** A position from which a walk meets every batch that is as late as a time. Any thread. */
    int positionBefore(FileLease lease, long timestamp) throws IOException {
        verifyIndexes(lease);
        return indexes.positionBefore(timestamp);
    }

    /**
     * The largest timestamp in the segment; -1 if it has none. May read the disk, once. Any thread.
     */
    public long maxTimestamp() throws IOException {
        SegmentIndexes both = indexes;
        long known = both.maxTimestamp();
        if (known != SegmentIndexes.UNKNOWN_TIMESTAMP) {
            return known;
        }
        try (FileLease lease = log.lease()) {
            verifyIndexes(lease);
            long max = walkForMaxTimestamp(both, lease);
            both.maxTimestamp(max);
            return max;
        } catch (CorruptRecordsException e) {
            throw damaged(e);
        }
    }

    /** The last time entry covers everything up to its offset; what follows has to be looked at. */
    private long walkForMaxTimestamp(SegmentIndexes both, FileLease lease) throws IOException {
        long max = BatchView.NO_TIMESTAMP;
        int from = 0;
        if (!both.areSuspect()) {
            max = both.lastEntryTimestamp();
            from = both.coveredPosition(Long.MAX_VALUE);
        }
        HeaderScan scan = scan(lease, from, sizeBytes);
        while (scan.next()) {
            max = Math.max(max, scan.batch().maxTimestamp());
        }
        return max;
    }

    /** The aborted transactions whose markers are in this segment. */
    public List<AbortedEntry> aborted() throws IOException {
        return transactions.entries();
    }

    /** Says that an index led to a place where no batch begins. */
    void suspectIndexes() {
        indexes.suspect();
    }

    /** Whether an index is missing or was found to be wrong. */
    public boolean needsIndexes() {
        return indexes.areSuspect();
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
        SegmentIndexes rebuilt = SegmentIndexes.empty(files, folder, baseOffset);
        indexes.delete();
        try (FileLease lease = log.lease()) {
            HeaderScan scan = new HeaderScan(lease.file(), 0, sizeBytes);
            while (scan.next()) {
                BatchView batch = scan.batch();
                rebuilt.add(
                        batch.lastOffset(),
                        scan.position(),
                        scan.sizeBytes(),
                        batch.maxTimestamp(),
                        indexIntervalBytes);
            }
        } catch (CorruptRecordsException e) {
            throw damaged(e);
        }
        rebuilt.finish();
        indexes = rebuilt;
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
        indexes.truncate(position, offset);
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
        SegmentIndexes both = indexes;
        both.trustNothing();
        nextOffset = baseOffset;
        if (sizeBytes == 0) {
            return baseOffset;
        }
        long next = baseOffset;
        try (FileLease lease = log.lease()) {
            verifyIndexes(lease);
            if (both.areSuspect()) {
                throw new CorruptRecordsException("the indexes do not fit the batches");
            }
            both.trustEntries();
            int from = both.floorBatchStart(sizeBytes - 1);
            HeaderScan scan = new HeaderScan(lease.file(), from, sizeBytes);
            while (scan.next()) {
                BatchView batch = scan.batch();
                if (batch.lastOffset() < next) {
                    throw new CorruptRecordsException("offset " + batch.lastOffset() + " falls");
                }
                next = batch.lastOffset() + 1;
                both.resume(batch.lastOffset(), scan.sizeBytes(), batch.maxTimestamp());
            }
            if (scan.position() < sizeBytes) {
                throw new CorruptRecordsException("a batch runs beyond the end");
            }
        }
        nextOffset = next;
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
        int from = rewindTarget(knownGoodOffset);
        if (from == 0) {
            indexes.delete();
            indexes = SegmentIndexes.empty(files, folder, baseOffset);
            transactions.truncate(0);
        }
        sizeBytes = from;
        return from;
    }

    /** Cuts the indexes at a batch that lies below the known good end; 0 if there is none. */
    private int rewindTarget(long knownGoodOffset) throws IOException {
        if (sizeBytes == 0) {
            return 0;
        }
        try (FileLease lease = log.lease()) {
            verifyIndexes(lease);
            SegmentIndexes both = indexes;
            if (knownGoodOffset <= baseOffset || both.areSuspect()) {
                return 0;
            }
            // Below the known good end, so that the batch there is whole.
            int from = both.coveredPosition(knownGoodOffset - 1);
            if (from == 0 || from >= sizeBytes) {
                return 0;
            }
            HeaderScan scan = new HeaderScan(lease.file(), from, sizeBytes);
            long offset = scan.next() ? scan.batch().baseOffset() : -1;
            if (offset < baseOffset || offset > knownGoodOffset) {
                return 0;
            }
            both.truncate(from, offset);
            both.trustEntries();
            transactions.truncateToOffset(offset);
            return from;
        } catch (CorruptRecordsException e) {
            return 0;
        }
    }

    /** Takes the segment out of service: its files get a name that says so. Owner only. */
    public void retire() throws IOException {
        log.rename(FileNames.LOG + FileNames.DELETED);
        indexes.retire();
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
        log.delete();
        indexes.delete();
        if (!transactions.isEmpty()) {
            transactions.file().delete();
        }
    }
}
