package dev.moldau.storage.segment;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Walks the batches of a file from one to the next, reading only headers: a few bytes for large
 * batches, a block for a run of small ones. Of any format. Confined to one thread.
 */
final class HeaderScan {

    private static final int BLOCK_BYTES = 4096;

    private final DiskFile file;
    private final int end;
    private final ByteBuffer block;
    private final BatchView batch = new BatchView();
    private int blockStart;
    private int position;
    private int sizeBytes;

    /**
     * Begins before the batch at a position.
     *
     * @param end where the walk stops: batches that do not end at or before it are not visited
     */
    HeaderScan(DiskFile file, int from, int end) {
        this.file = file;
        this.position = from;
        this.end = end;
        this.block = ByteBuffer.allocate(Math.clamp(end - from, 0, BLOCK_BYTES)).limit(0);
        this.blockStart = from;
    }

    /**
     * Goes to the next batch.
     *
     * @return false at the end, or if the rest is shorter than a batch
     * @throws CorruptRecordsException if there is no batch at this place
     */
    boolean next() throws IOException {
        position += sizeBytes;
        sizeBytes = 0;
        int available = end - position;
        if (available < BatchView.MAGIC_PREFIX_BYTES) {
            return false;
        }
        int at = require(BatchView.MAGIC_PREFIX_BYTES);
        int size = Batches.sizeAt(block, at);
        if (size > available) {
            return false;
        }
        at = require(Math.min(size, BatchView.HEADER_BYTES));
        batch.wrap(block, at);
        sizeBytes = size;
        return true;
    }

    /** Has so many bytes from the position in the block, and says where in it they begin. */
    private int require(int bytes) throws IOException {
        int at = position - blockStart;
        if (at < 0 || at + bytes > block.limit()) {
            block.clear().limit(Math.min(block.capacity(), end - position));
            file.readFully(block, position);
            blockStart = position;
            at = 0;
        }
        return at;
    }

    /** The batch's header; the same object each time, valid until the next step. */
    BatchView batch() {
        return batch;
    }

    /** Where the batch begins, or where the walk stopped. */
    int position() {
        return position;
    }

    /** The size of the batch. */
    int sizeBytes() {
        return sizeBytes;
    }
}
