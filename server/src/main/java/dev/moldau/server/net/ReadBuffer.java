package dev.moldau.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The buffer into which one event loop reads whatever is not the rest of a large frame. All
 * connections of the loop share it, one read at a time. Frames that are worth it stay slices of it:
 * then the loop takes a new one, and the old one lives until they are released.
 *
 * <p>Confined to its event loop.
 */
final class ReadBuffer {

    /** Size of one read, in bytes. */
    static final int SIZE_BYTES = 64 << 10;

    /**
     * Frames from this size on stay slices of the buffer, smaller ones are copied out, so that a
     * small request that waits long does not hold a large buffer.
     */
    static final int SLICE_FROM_BYTES = SIZE_BYTES / 4;

    private @Nullable ByteBuf buffer;

    /** An empty buffer to read into; the caller releases it. */
    ByteBuf acquire(ByteBufAllocator allocator) {
        ByteBuf current = buffer;
        if (current == null || current.refCnt() > 1) {
            close();
            current = allocator.directBuffer(SIZE_BYTES, SIZE_BYTES);
            buffer = current;
        }
        return current.clear().retain();
    }

    /**
     * Takes bytes out of a read: as a slice if they are many, as a copy of just their size if not.
     *
     * @return the caller's own buffer
     */
    static ByteBuf detach(ByteBuf in, int bytes) {
        return bytes >= SLICE_FROM_BYTES
                ? in.readRetainedSlice(bytes)
                : in.alloc().directBuffer(bytes, bytes).writeBytes(in, bytes);
    }

    /** What a frame of that size holds once it is {@linkplain #detach detached}, in bytes. */
    static int heldBytes(int frameBytes) {
        return frameBytes >= SLICE_FROM_BYTES ? Math.max(frameBytes, SIZE_BYTES) : frameBytes;
    }

    /** Gives the buffer up, when the loop ends. */
    void close() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
    }
}
