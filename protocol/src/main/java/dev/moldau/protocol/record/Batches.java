package dev.moldau.protocol.record;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Walks a run of batches, one after the other, of any formats, without creating objects. Reusable;
 * confined to one thread; never moves the buffer's position.
 *
 * <pre>{@code
 * batches.over(buffer);
 * while (batches.next()) {
 *     BatchView batch = batches.batch();
 *     ...
 * }
 * int cutOff = batches.remainingBytes();
 * }</pre>
 *
 * <p>A last batch of which only a part is there ends the walk, and {@link #remainingBytes} says how
 * much of it there is: fetch responses and torn writes end like that.
 */
public final class Batches {

    /** The largest size that the size field of a batch can stand for and an array can hold. */
    private static final int LARGEST_SIZE_FIELD = Integer.MAX_VALUE - BatchView.HEADER_BYTES;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final BatchView batch = new BatchView();
    private ByteBuffer buffer = NOTHING;
    private int next;
    private int end;

    /** Begins a walk over a buffer from its position to its limit. */
    public Batches over(ByteBuffer buffer) {
        return over(buffer, buffer.position(), buffer.limit());
    }

    /** Begins a walk over the bytes {@code from} (inclusive) to {@code to} (exclusive). */
    public Batches over(ByteBuffer buffer, int from, int to) {
        Objects.checkFromToIndex(from, to, buffer.limit());
        this.buffer = buffer;
        this.next = from;
        this.end = to;
        return this;
    }

    /**
     * Goes to the next batch, if all of it is there.
     *
     * @return false when the run has ended or its last batch is cut off
     * @throws CorruptRecordsException if the magic is none of 0, 1 and 2, or the size field is
     *     below what the format needs or beyond what any batch can have
     */
    public boolean next() {
        int available = end - next;
        if (available < BatchView.MAGIC_PREFIX_BYTES) {
            return false;
        }
        int size = sizeAt(buffer, next);
        if (size > available) {
            return false;
        }
        batch.wrap(buffer, next);
        next += size;
        return true;
    }

    /**
     * The size of the batch that begins at {@code start}, checked against its format but not
     * against the bytes that are there.
     *
     * @param buffer with at least {@link BatchView#MAGIC_PREFIX_BYTES} from start to limit
     * @return the bytes of the whole batch with its offset and size fields
     * @throws CorruptRecordsException as {@link #next} does
     */
    public static int sizeAt(ByteBuffer buffer, int start) {
        int sizeField = buffer.getInt(start + BatchView.SIZE_AT);
        int smallest = smallestBytes(buffer.get(start + BatchView.MAGIC_AT), start);
        if (sizeField < smallest - BatchView.SIZE_PREFIX_BYTES || sizeField > LARGEST_SIZE_FIELD) {
            throw new CorruptRecordsException(
                    "size field " + sizeField + " is impossible, batch at byte " + start);
        }
        return BatchView.SIZE_PREFIX_BYTES + sizeField;
    }

    private static int smallestBytes(byte magic, int start) {
        switch (magic) {
            case 0:
                return BatchView.SMALLEST_V0_BYTES;
            case 1:
                return BatchView.SMALLEST_V1_BYTES;
            case 2:
                return BatchView.HEADER_BYTES;
            default:
                throw new CorruptRecordsException(
                        "magic " + magic + " is unknown, batch at byte " + start);
        }
    }

    /** The batch that {@link #next} went to; the same object each time. */
    public BatchView batch() {
        return batch;
    }

    /** Where the bytes after the current batch begin, an absolute index. */
    public int nextStart() {
        return next;
    }

    /** The bytes after the current batch: after a walk, those of a batch that is cut off. */
    public int remainingBytes() {
        return end - next;
    }
}
