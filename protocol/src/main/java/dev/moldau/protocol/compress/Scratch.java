package dev.moldau.protocol.compress;

import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/**
 * A buffer, direct or on the heap, that grows with what it is asked for and is used again and
 * again. What one large batch made it grow to is given back at the next small one.
 */
final class Scratch {

    private static final int SMALLEST_BYTES = 16 * 1024;
    private static final int RETAINED_BYTES = 4 * 1024 * 1024;

    private final IntFunction<ByteBuffer> allocator;
    private ByteBuffer buffer;

    /** A direct buffer. */
    Scratch() {
        this(ByteBuffer::allocateDirect);
    }

    /** A buffer of another kind. */
    Scratch(IntFunction<ByteBuffer> allocator) {
        this.allocator = allocator;
        this.buffer = allocator.apply(0);
    }

    /** An empty buffer (position 0, limit = capacity) with room for at least so many bytes. */
    ByteBuffer room(int bytes) {
        boolean tooLarge = buffer.capacity() > RETAINED_BYTES && bytes <= RETAINED_BYTES;
        if (buffer.capacity() < bytes || tooLarge) {
            buffer = allocator.apply(grown(bytes));
        }
        return buffer.clear();
    }

    /** Room for {@code bytes} more than the buffer's position, with what stands before it kept. */
    ByteBuffer moreRoom(int bytes) {
        int needed = Math.addExact(buffer.position(), bytes);
        if (needed > buffer.capacity()) {
            ByteBuffer larger = allocator.apply(grown(needed));
            larger.put(buffer.flip());
            buffer = larger;
        }
        return buffer.limit(buffer.capacity());
    }

    private static int grown(int bytes) {
        int doubled = Integer.highestOneBit(Math.max(bytes, SMALLEST_BYTES) - 1) << 1;
        return doubled < bytes ? bytes : doubled;
    }
}
