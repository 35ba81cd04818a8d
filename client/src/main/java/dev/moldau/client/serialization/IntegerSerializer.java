package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes 4 bytes, the highest first. */
public final class IntegerSerializer implements Serializer<Integer> {

    /** Needs no settings. */
    public IntegerSerializer() {}

    @Override
    public byte @Nullable [] serialize(String topic, List<Header> headers, @Nullable Integer data) {
        return data == null ? null : ByteBuffer.allocate(Integer.BYTES).putInt(data).array();
    }
}
