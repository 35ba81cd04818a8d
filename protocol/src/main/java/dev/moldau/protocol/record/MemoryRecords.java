package dev.moldau.protocol.record;

import java.nio.ByteBuffer;

/**
 * Records in memory.
 *
 * @param bytes the run, from position to limit; never moved by readers, who work on duplicates. The
 *     buffer is borrowed: it is valid as long as the frame or pool that it came from says.
 */
public record MemoryRecords(ByteBuffer bytes) implements Records {

    /** No records at all. */
    public static final MemoryRecords EMPTY =
            new MemoryRecords(ByteBuffer.allocate(0).asReadOnlyBuffer());

    @Override
    public int sizeBytes() {
        return bytes.remaining();
    }
}
