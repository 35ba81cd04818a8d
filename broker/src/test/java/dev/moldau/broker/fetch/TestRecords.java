package dev.moldau.broker.fetch;

import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.Records;
import dev.moldau.storage.FileRecords;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Takes the records of responses apart, as a client would. */
final class TestRecords {

    private TestRecords() {}

    /** The bytes; lets go of the segment. */
    static byte[] bytes(@Nullable Records records) {
        ByteBuffer buffer =
                switch (records) {
                    case FileRecords file -> {
                        try (file) {
                            yield file.toMemory();
                        }
                    }
                    case ConvertedRecords converted -> {
                        try (converted) {
                            yield converted.bytes();
                        }
                    }
                    case MemoryRecords memory -> memory.bytes().duplicate();
                    case null, default -> ByteBuffer.allocate(0);
                };
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
