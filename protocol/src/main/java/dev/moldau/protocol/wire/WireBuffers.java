package dev.moldau.protocol.wire;

import java.nio.ByteBuffer;

/**
 * Where a {@link WireWriter} gets its buffer from. The server supplies pooled direct buffers, tests
 * and tools use the heap. Called on the writer's thread.
 */
public interface WireBuffers {

    /** Plain heap buffers, left to the garbage collector. */
    WireBuffers HEAP =
            new WireBuffers() {
                @Override
                public ByteBuffer take(int minBytes) {
                    return ByteBuffer.allocate(minBytes);
                }

                @Override
                public void giveBack(ByteBuffer buffer) {}
            };

    /**
     * Lends a buffer to a writer.
     *
     * @param minBytes how many bytes must fit between position and limit
     * @return a big-endian buffer that is written from its position on
     */
    ByteBuffer take(int minBytes);

    /** Takes back a buffer that the writer has outgrown; the one it ends with is not given back. */
    void giveBack(ByteBuffer buffer);
}
