package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes 8 bytes, the highest first, in the form of IEEE 754. */
public final class DoubleSerializer implements Serializer<Double> {

    /** Needs no settings. */
    public DoubleSerializer() {}

    @Override
    public byte @Nullable [] serialize(String topic, List<Header> headers, @Nullable Double data) {
        return data == null ? null : ByteBuffer.allocate(Double.BYTES).putDouble(data).array();
    }
}
