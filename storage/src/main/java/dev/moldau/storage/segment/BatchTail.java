package dev.moldau.storage.segment;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the newest batches of the active segment begin, so that reads at a log's end find their
 * place without asking the disk.
 *
 * <p>Chunks of slots, written once by the owner in rising order and never changed: readers on other
 * threads see as many as the volatile count says. A full chunk is followed by a new one that keeps
 * the one before it; older ones are dropped. An idle log keeps a chunk of few slots.
 */
public final class BatchTail {

    private static final int SMALLEST_SLOTS = 8;
    private static final int LARGEST_SLOTS = 64;

    /** Says that the place is not known here. */
    public static final long UNKNOWN = -1;

    /** Says that there is no such position here. */
    public static final int NONE = -1;

    private final long[] lastOffsets;
    private final int[] positions;
    private final long fromOffset;
    private @Nullable BatchTail previous;
    private volatile int count;

    /** Knows everything from an offset on, which is the log's end. */
    public BatchTail(long fromOffset) {
        this(fromOffset, new long[0], new int[0], 0, null);
    }

    private BatchTail(
            long fromOffset,
            long[] lastOffsets,
            int[] positions,
            int count,
            @Nullable BatchTail previous) {
        this.fromOffset = fromOffset;
        this.lastOffsets = lastOffsets;
        this.positions = positions;
        this.previous = previous;
        this.count = count;
    }

    /** Adds a batch; the owner goes on with the tail that is returned. */
    public BatchTail add(long lastOffset, int position) {
        BatchTail into = count < positions.length ? this : grown();
        int slot = into.count;
        into.lastOffsets[slot] = lastOffset;
        into.positions[slot] = position;
        into.count = slot + 1;
        return into;
    }

    private BatchTail grown() {
        int slots = Math.max(SMALLEST_SLOTS, positions.length * 2);
        if (slots <= LARGEST_SLOTS) {
            return new BatchTail(
                    fromOffset,
                    Arrays.copyOf(lastOffsets, slots),
                    Arrays.copyOf(positions, slots),
                    count,
                    previous);
        }
        previous = null;
        return new BatchTail(
                lastOffsets[count - 1] + 1,
                new long[LARGEST_SLOTS],
                new int[LARGEST_SLOTS],
                0,
                this);
    }

    /**
     * Where the first batch begins that ends at or above an offset.
     *
     * @param end the position of the log's end, the answer if there is no such batch
     * @return a {@link Place}, or {@link #UNKNOWN}
     */
    public long ceiling(long offset, int end) {
        BatchTail chunk = this;
        int after = end; // where the chunk's last batch ends
        while (chunk != null) {
            int known = chunk.count;
            if (offset >= chunk.fromOffset) {
                int slot = firstAtOrAbove(chunk.lastOffsets, known, offset);
                int from = slot == known ? after : chunk.positions[slot];
                int to = slot + 1 < known ? chunk.positions[slot + 1] : after;
                return from >= end ? end : Place.of(from, Math.min(to, end) - from);
            }
            if (known > 0) {
                after = chunk.positions[0];
            }
            chunk = chunk.previous;
        }
        return UNKNOWN;
    }

    private static int firstAtOrAbove(long[] lastOffsets, int count, long offset) {
        int found = Arrays.binarySearch(lastOffsets, 0, count, offset);
        return found < 0 ? -found - 1 : found;
    }

    /** The largest start of a batch at or below a position, or {@link #NONE}. */
    public int floorBatchStart(int position) {
        for (BatchTail chunk = this; chunk != null; chunk = chunk.previous) {
            int known = chunk.count;
            if (known > 0 && chunk.positions[0] <= position) {
                int found = Arrays.binarySearch(chunk.positions, 0, known, position);
                return chunk.positions[found < 0 ? -found - 2 : found];
            }
        }
        return NONE;
    }
}
