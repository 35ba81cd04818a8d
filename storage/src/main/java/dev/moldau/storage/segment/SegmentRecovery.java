package dev.moldau.storage.segment;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.CorruptRecordsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes a segment in again after a crash: validates batch by batch what lies beyond the recovery
 * point, makes the indexes anew and cuts off what is no whole batch.
 */
public final class SegmentRecovery {

    private static final int BLOCK_BYTES = 1 << 20;

    private final Segment segment;
    private final int indexIntervalBytes;
    private final BatchView batch = new BatchView();
    private ByteBuffer block = ByteBuffer.allocate(0);
    private int blockStart;

    /**
     * For one segment.
     *
     * @param indexIntervalBytes how far index entries are apart
     */
    public SegmentRecovery(Segment segment, int indexIntervalBytes) {
        this.segment = segment;
        this.indexIntervalBytes = indexIntervalBytes;
    }

    /**
     * What was found.
     *
     * @param firstOffset the first offset that was validated; what lies below was left as it was
     * @param nextOffset the offset after the last whole batch
     * @param readBytes how many bytes were validated
     * @param cutBytes how many bytes behind it were cut off
     * @param reason why they were; null if there were none
     */
    public record Outcome(
            long firstOffset,
            long nextOffset,
            long readBytes,
            int cutBytes,
            @Nullable String reason) {}

    /**
     * Does it.
     *
     * @param recoveryPoint what ends below was on the disk before the crash
     * @param visitor is shown every batch that is validated, whole
     */
    public Outcome recover(long recoveryPoint, BatchVisitor visitor) throws IOException {
        int fileBytes = segment.sizeBytes();
        if (fileBytes == 0) {
            segment.rewind(segment.baseOffset());
            return new Outcome(segment.baseOffset(), segment.baseOffset(), 0, 0, null);
        }
        int from = segment.rewind(recoveryPoint);
        try (FileLease lease = segment.log().lease()) {
            Outcome outcome = walk(lease, from, fileBytes, visitor);
            if (from > 0 && outcome.readBytes() == 0) {
                // No batch where one should be, and so no offset to go on from: the file is damaged
                // below the recovery point, or the index led astray. The start tells the offsets.
                outcome = walk(lease, segment.rewind(segment.baseOffset()), fileBytes, visitor);
            }
            if (outcome.cutBytes() > 0) {
                lease.file().truncate(segment.sizeBytes());
            }
            segment.firstAppendMs(-1);
            return outcome;
        }
    }

    /** Takes batches in from a position on, until one is not whole. */
    private Outcome walk(FileLease lease, int from, int fileBytes, BatchVisitor visitor)
            throws IOException {
        long appendMs = segment.lastAppendMs();
        int position = from;
        long next = segment.baseOffset();
        long first = next;
        String reason = null;
        while (position < fileBytes) {
            reason = load(lease, position, fileBytes, next);
            if (reason != null) {
                break;
            }
            if (position == from && from > 0) {
                first = batch.baseOffset();
            }
            visitor.visit(batch);
            int size = batch.sizeBytes();
            segment.appended(
                    batch.lastOffset(), size, batch.maxTimestamp(), indexIntervalBytes, appendMs);
            next = batch.lastOffset() + 1;
            position += size;
        }
        return new Outcome(first, next, position - from, fileBytes - position, reason);
    }

    /** Has the batch at a position whole in memory; answers why it is none, or null if it is. */
    private @Nullable String load(FileLease lease, int position, int fileBytes, long atLeast)
            throws IOException {
        int available = fileBytes - position;
        if (available < BatchView.MAGIC_PREFIX_BYTES) {
            return "a batch's first bytes only";
        }
        try {
            int at = require(lease, position, BatchView.MAGIC_PREFIX_BYTES, fileBytes);
            int size = Batches.sizeAt(block, at);
            if (size > available) {
                return "a batch of " + size + " bytes of which " + available + " are there";
            }
            batch.wrap(block, require(lease, position, size, fileBytes));
        } catch (CorruptRecordsException e) {
            return String.valueOf(e.getMessage());
        }
        if (!batch.checksumMatches()) {
            return "the checksum does not fit the batch";
        }
        if (batch.baseOffset() < atLeast || batch.lastOffset() < batch.baseOffset()) {
            return "offsets "
                    + batch.baseOffset()
                    + ".."
                    + batch.lastOffset()
                    + " after "
                    + atLeast;
        }
        if (!Segment.reaches(segment.baseOffset(), batch.lastOffset())) {
            return "offset " + batch.lastOffset() + " is too far from the segment's base";
        }
        return null;
    }

    private int require(FileLease lease, int position, int bytes, int fileBytes)
            throws IOException {
        int at = position - blockStart;
        if (at >= 0 && at + bytes <= block.limit()) {
            return at;
        }
        int wanted = Math.min(Math.max(bytes, BLOCK_BYTES), fileBytes - position);
        if (block.capacity() < wanted) {
            block = ByteBuffer.allocate(wanted);
        }
        block.clear().limit(wanted);
        lease.file().readFully(block, position);
        block.flip();
        blockStart = position;
        return 0;
    }
}
