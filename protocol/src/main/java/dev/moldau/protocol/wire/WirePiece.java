package dev.moldau.protocol.wire;

import dev.moldau.protocol.record.Records;
import java.nio.ByteBuffer;

/** A part of an encoded message: pieces go to the socket one after the other. */
public sealed interface WirePiece {

    /** How many bytes the piece has. */
    int sizeBytes();

    /**
     * Encoded bytes.
     *
     * @param buffer from position to limit; a view of the writer's buffer
     */
    record Bytes(ByteBuffer buffer) implements WirePiece {
        @Override
        public int sizeBytes() {
            return buffer.remaining();
        }
    }

    /**
     * Records that were not copied: a region of a file, or a large run in memory.
     *
     * @param records what the message carried
     */
    record Payload(Records records) implements WirePiece {
        @Override
        public int sizeBytes() {
            return records.sizeBytes();
        }
    }
}
