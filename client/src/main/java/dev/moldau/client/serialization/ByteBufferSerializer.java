package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a buffer's bytes from its beginning to its limit, wherever its position is: so a buffer
 * that was just filled must be flipped first, and one that was read before is written whole. The
 * position stays as it is.
 */
public final class ByteBufferSerializer implements Serializer<ByteBuffer> {

    /** Needs no settings. */
    public ByteBufferSerializer() {}

    @Override
    public byte @Nullable [] serialize(
            String topic, List<Header> headers, @Nullable ByteBuffer data) {
        if (data == null) {
            return null;
        }
        if (data.hasArray() && data.arrayOffset() == 0 && data.array().length == data.limit()) {
            return data.array();
        }
        byte[] bytes = new byte[data.limit()];
        data.get(0, bytes);
        return bytes;
    }
}
