package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads 4 bytes, the highest first, in the form of IEEE 754. */
public final class FloatDeserializer implements Deserializer<Float> {

    /** Needs no settings. */
    public FloatDeserializer() {}

    @Override
    public @Nullable Float deserialize(String topic, List<Header> headers, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        Malformed.checkSize(topic, "a float", Float.BYTES, data);
        return ByteBuffer.wrap(data).getFloat();
    }
}
