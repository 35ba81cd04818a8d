package dev.moldau.storage;

import dev.moldau.protocol.record.Batches;
import dev.moldau.storage.segment.AbortedEntry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one drain is about to write to the active segment: buffers for one gathered write, and of
 * each batch the few figures that indexes need once it is written. Owned by one log's lane, reused
 * from drain to drain, dropped when the log is idle.
 */
final class Staging {

    private static final int FEW = 8;

    final Batches walk = new Batches();
    ByteBuffer[] buffers = new ByteBuffer[FEW];
    int bufferCount;
    int bytes;

    long[] lastOffsets = new long[FEW];
    long[] maxTimestamps = new long[FEW];
    int[] sizes = new int[FEW];
    int batchCount;

    /** Those whose last batch is staged, with their outcome if the write succeeds. */
    final List<Append> complete = new ArrayList<>();

    final List<AbortedEntry> aborted = new ArrayList<>(0);

    /** Adds bytes; they may hold several batches. */
    void addBuffer(ByteBuffer slice) {
        if (bufferCount == buffers.length) {
            buffers = Arrays.copyOf(buffers, bufferCount * 2);
        }
        buffers[bufferCount++] = slice;
    }

    /** Adds the figures of a batch. */
    void addBatch(long lastOffset, long maxTimestamp, int size) {
        if (batchCount == sizes.length) {
            lastOffsets = Arrays.copyOf(lastOffsets, batchCount * 2);
            maxTimestamps = Arrays.copyOf(maxTimestamps, batchCount * 2);
            sizes = Arrays.copyOf(sizes, batchCount * 2);
        }
        lastOffsets[batchCount] = lastOffset;
        maxTimestamps[batchCount] = maxTimestamp;
        sizes[batchCount] = size;
        batchCount++;
        bytes += size;
    }

    void clear() {
        Arrays.fill(buffers, 0, bufferCount, null); // they are borrowed
        bufferCount = 0;
        batchCount = 0;
        bytes = 0;
        complete.clear();
        aborted.clear();
    }
}
