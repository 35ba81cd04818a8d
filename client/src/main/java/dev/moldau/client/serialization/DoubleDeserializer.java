package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads 8 bytes, the highest first, in the form of IEEE 754. */
public final class DoubleDeserializer implements Deserializer<Double> {

    /** Needs no settings. */
    public DoubleDeserializer() {}

    @Override
    public @Nullable Double deserialize(
            String topic, List<Header> headers, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        Malformed.checkSize(topic, "a double", Double.BYTES, data);
        return ByteBuffer.wrap(data).getDouble();
    }
}
