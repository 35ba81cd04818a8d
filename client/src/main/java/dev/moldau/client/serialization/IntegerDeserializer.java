package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads 4 bytes, the highest first. */
public final class IntegerDeserializer implements Deserializer<Integer> {

    /** Needs no settings. */
    public IntegerDeserializer() {}

    @Override
    public @Nullable Integer deserialize(
            String topic, List<Header> headers, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        Malformed.checkSize(topic, "an int", Integer.BYTES, data);
        return ByteBuffer.wrap(data).getInt();
    }
}
