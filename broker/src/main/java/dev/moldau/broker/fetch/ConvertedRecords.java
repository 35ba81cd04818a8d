package dev.moldau.broker.fetch;

import dev.moldau.protocol.record.Records;
import java.nio.ByteBuffer;

/**
 * Records in an old format, on their way to a reader that wants them so. They are in memory and
 * count against {@link ConversionMemory} until they are closed, which whoever got them does once
 * they have left or are not wanted any more; exactly once, on any thread.
 */
public final class ConvertedRecords implements Records, AutoCloseable {

    private final ByteBuffer bytes;
    private final ConversionMemory memory;
    private final int takenBytes;

    ConvertedRecords(ByteBuffer bytes, ConversionMemory memory, int takenBytes) {
        this.bytes = bytes;
        this.memory = memory;
        this.takenBytes = takenBytes;
    }

    @Override
    public int sizeBytes() {
        return bytes.remaining();
    }

    /** From position to limit; not to be changed. */
    public ByteBuffer bytes() {
        return bytes.duplicate();
    }

    @Override
    public void close() {
        memory.give(takenBytes);
    }
}
