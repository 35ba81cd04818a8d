package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads 8 bytes, the highest first. */
public final class LongDeserializer implements Deserializer<Long> {

    /** Needs no settings. */
    public LongDeserializer() {}

    @Override
    public @Nullable Long deserialize(String topic, List<Header> headers, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        Malformed.checkSize(topic, "a long", Long.BYTES, data);
        return ByteBuffer.wrap(data).getLong();
    }
}
