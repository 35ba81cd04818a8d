package dev.moldau.storage.segment;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.storage.disk.DiskFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntSupplier;

/**
 * Walks the batches of a file from one to the next, reading only headers: a few bytes for large
 * batches, a block for a run of small ones. Of any format. Confined to one thread.
 *
 * <p>A reader may walk while the owner cuts the file: it holds a view of before the cut. What lies
 * below the cut it reads as before; at the cut or beyond, where bytes are gone or others are being
 * written, its walk ends quietly and says so ({@link #metCut}). Anywhere else the same is damage.
 */
final class HeaderScan {

    private static final int BLOCK_BYTES = 4096;

    private final DiskFile file;
    private final int end;
    private final IntSupplier lowestCut;
    private final ByteBuffer block;
    private final BatchView batch = new BatchView();
    private int blockStart;
    private int position;
    private int sizeBytes;
    private boolean metCut;

    /**
     * Begins before the batch at a position, for the file's owner.
     *
     * @param end where the walk stops: batches that do not end at or before it are not visited
     */
    HeaderScan(DiskFile file, int from, int end) {
        this(file, from, end, () -> Integer.MAX_VALUE);
    }

    /**
     * Begins before the batch at a position, for a reader beside the owner.
     *
     * @param lowestCut where the lowest cut of the file so far was, known before it was made
     */
    HeaderScan(DiskFile file, int from, int end, IntSupplier lowestCut) {
        this.file = file;
        this.lowestCut = lowestCut;
        this.position = from;
        this.end = end;
        this.block = ByteBuffer.allocate(Math.clamp(end - from, 0, BLOCK_BYTES)).limit(0);
        this.blockStart = from;
    }

    /**
     * Goes to the next batch.
     *
     * @return false at the end, if the rest is shorter than a batch, or at a cut
     * @throws CorruptRecordsException if there is no batch at this place
     */
    boolean next() throws IOException {
        position += sizeBytes;
        sizeBytes = 0;
        try {
            sizeBytes = look(end - position);
        } catch (EOFException | CorruptRecordsException e) {
            if (position < lowestCut.getAsInt()) {
                throw e;
            }
        }
        metCut = sizeBytes == 0 && position < end && position >= lowestCut.getAsInt();
        return sizeBytes > 0;
    }

    /**
     * The size of the batch at the position, with its header in the block; 0 if it is not whole.
     */
    private int look(int available) throws IOException {
        if (available < BatchView.MAGIC_PREFIX_BYTES) {
            return 0;
        }
        int at = require(BatchView.MAGIC_PREFIX_BYTES);
        int size = Batches.sizeAt(block, at);
        if (size > available) {
            return 0;
        }
        at = require(Math.min(size, BatchView.HEADER_BYTES));
        batch.wrap(block, at);
        return size;
    }

    /**
     * Has so many bytes from the position in the block, and says where in it they begin. What is
     * read ahead beyond them need not be there.
     */
    private int require(int bytes) throws IOException {
        int at = position - blockStart;
        if (at >= 0 && at + bytes <= block.limit()) {
            return at;
        }
        block.clear().limit(Math.min(block.capacity(), end - position));
        while (block.hasRemaining() && file.read(block, position + block.position()) >= 0) {}
        block.flip();
        blockStart = position;
        if (block.limit() < bytes) {
            throw new EOFException(
                    file.path() + " ends within the batch at " + position + ", before " + end);
        }
        return 0;
    }

    /** Whether the walk ended because the file was cut there. */
    boolean metCut() {
        return metCut;
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
