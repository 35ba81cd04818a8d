package dev.moldau.storage.segment;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.CorruptCompressedDataException;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.protocol.record.RecordView;
import dev.moldau.storage.disk.DamagedFileException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Looks for the first record that is at least as late as a time. For one search, on one thread.
 *
 * <p>Of a compressed message in a format before v2 only the last offset and the latest time are
 * looked at: the answer is then the first offset that the message can have, so that nothing is
 * skipped.
 */
public final class TimeLookup implements AutoCloseable {

    /** What one batch may inflate to; far more than any that a broker lets in. */
    private static final int LIMIT_BYTES = 256 << 20;

    private final long timestampMs;
    private final long fromOffset;
    private final Codecs codecs = new Codecs();
    private long foundTimestampMs;
    private long foundOffset;
    private int foundEpoch;

    /**
     * For a time.
     *
     * @param fromOffset records below do not count
     */
    public TimeLookup(long timestampMs, long fromOffset) {
        this.timestampMs = timestampMs;
        this.fromOffset = fromOffset;
    }

    /**
     * Looks in a segment.
     *
     * @param end where the published bytes end
     * @return whether there is such a record; the other methods say which
     * @throws DamagedFileException if there are no batches where batches should be
     */
    public boolean in(Segment segment, int end) throws IOException {
        if (end == 0) {
            return false;
        }
        try (FileLease lease = segment.log().lease()) {
            int from = segment.positionBefore(lease, timestampMs);
            if (from > 0) {
                try {
                    return walk(segment, lease, from, end);
                } catch (CorruptRecordsException e) {
                    segment.suspectIndexes(); // led astray; begin at the start
                }
            }
            return walk(segment, lease, 0, end);
        } catch (CorruptRecordsException | CorruptCompressedDataException e) {
            throw new DamagedFileException(segment.log().path(), 0, String.valueOf(e.getMessage()));
        }
    }

    private boolean walk(Segment segment, FileLease lease, int from, int end) throws IOException {
        HeaderScan scan = segment.scan(lease, from, end);
        long afterPrevious = segment.baseOffset();
        while (scan.next()) {
            BatchView batch = scan.batch();
            if (batch.lastOffset() < segment.baseOffset()) {
                throw new CorruptRecordsException("offset " + batch.lastOffset() + " too low");
            }
            if (batch.maxTimestamp() >= timestampMs
                    && batch.lastOffset() >= fromOffset
                    && inBatch(segment, scan, lease, afterPrevious)) {
                return true;
            }
            afterPrevious = batch.lastOffset() + 1;
        }
        return false;
    }

    private boolean inBatch(Segment segment, HeaderScan scan, FileLease lease, long afterPrevious)
            throws IOException {
        try {
            return inBatch(scan.batch(), scan, lease, afterPrevious);
        } catch (EOFException | CorruptRecordsException | CorruptCompressedDataException e) {
            if (scan.position() < segment.lowestCut()) {
                throw e;
            }
            return false; // of a view from before the cut
        }
    }

    private boolean inBatch(BatchView header, HeaderScan scan, FileLease lease, long afterPrevious)
            throws IOException {
        if (!header.isV2()) {
            boolean single = header.compressionId() == 0;
            long first = single ? header.baseOffset() : Math.max(afterPrevious, fromOffset);
            return found(header.maxTimestamp(), first, BatchView.NO_LEADER_EPOCH);
        }
        ByteBuffer bytes = ByteBuffer.allocate(scan.sizeBytes());
        lease.file().readFully(bytes, scan.position());
        BatchView batch = new BatchView().wrap(bytes.flip(), 0);
        RecordView records = new RecordView().over(batch, codecs, LIMIT_BYTES);
        while (records.next()) {
            if (records.timestamp() >= timestampMs && records.offset() >= fromOffset) {
                return found(records.timestamp(), records.offset(), batch.partitionLeaderEpoch());
            }
        }
        return false;
    }

    private boolean found(long timestamp, long offset, int epoch) {
        foundTimestampMs = timestamp;
        foundOffset = offset;
        foundEpoch = epoch;
        return true;
    }

    /** The record's timestamp. */
    public long timestampMs() {
        return foundTimestampMs;
    }

    /** The record's offset. */
    public long offset() {
        return foundOffset;
    }

    /** The leader epoch of its batch; -1 if unknown. */
    public int leaderEpoch() {
        return foundEpoch;
    }

    @Override
    public void close() {
        codecs.close();
    }
}
