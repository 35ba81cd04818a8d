package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes 8 bytes, the highest first. */
public final class LongSerializer implements Serializer<Long> {

    /** Needs no settings. */
    public LongSerializer() {}

    @Override
    public byte @Nullable [] serialize(String topic, List<Header> headers, @Nullable Long data) {
        return data == null ? null : ByteBuffer.allocate(Long.BYTES).putLong(data).array();
    }
}
