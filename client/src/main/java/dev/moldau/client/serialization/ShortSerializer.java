package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes 2 bytes, the highest first. */
public final class ShortSerializer implements Serializer<Short> {

    /** Needs no settings. */
    public ShortSerializer() {}

    @Override
    public byte @Nullable [] serialize(String topic, List<Header> headers, @Nullable Short data) {
        return data == null ? null : ByteBuffer.allocate(Short.BYTES).putShort(data).array();
    }
}
