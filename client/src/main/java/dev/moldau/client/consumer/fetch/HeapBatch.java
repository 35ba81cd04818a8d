package dev.moldau.client.consumer.fetch;

import dev.moldau.protocol.record.BatchView;
import java.nio.ByteBuffer;

/**
 * A copy of one batch in an array that is used again and again. Keys and values become arrays of
 * their own; to walk over an array and to copy small ranges out of it costs half of what it costs
 * in direct memory, the copy of the whole included. Used by one thread at a time.
 */
final class HeapBatch {

    private static final int SMALLEST_BYTES = 64 * 1024;

    /** What one large batch needed beyond it is not kept for small ones. */
    private static final int RETAINED_BYTES = 4 * 1024 * 1024;

    private final BatchView view = new BatchView();
    private ByteBuffer bytes = ByteBuffer.allocate(0);

    /** The batch's copy; valid until the next call. */
    BatchView copy(BatchView batch) {
        int size = batch.sizeBytes();
        boolean tooLarge = bytes.capacity() > RETAINED_BYTES && size <= RETAINED_BYTES;
        if (bytes.capacity() < size || tooLarge) {
            bytes = ByteBuffer.allocate(Math.max(size, SMALLEST_BYTES));
        }
        bytes.clear().limit(size);
        bytes.put(0, batch.buffer(), batch.start(), size);
        view.wrap(bytes, 0);
        return view;
    }
}
