package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands bytes on as they are. */
public final class ByteArrayDeserializer implements Deserializer<byte[]> {

    /** Needs no settings. */
    public ByteArrayDeserializer() {}

    @Override
    public byte @Nullable [] deserialize(
            String topic, List<Header> headers, byte @Nullable [] data) {
        return data;
    }
}
