package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes 4 bytes, the highest first, in the form of IEEE 754. */
public final class FloatSerializer implements Serializer<Float> {

    /** Needs no settings. */
    public FloatSerializer() {}

    @Override
    public byte @Nullable [] serialize(String topic, List<Header> headers, @Nullable Float data) {
        return data == null ? null : ByteBuffer.allocate(Float.BYTES).putFloat(data).array();
    }
}
