package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads 2 bytes, the highest first. */
public final class ShortDeserializer implements Deserializer<Short> {

    /** Needs no settings. */
    public ShortDeserializer() {}

    @Override
    public @Nullable Short deserialize(String topic, List<Header> headers, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        Malformed.checkSize(topic, "a short", Short.BYTES, data);
        return ByteBuffer.wrap(data).getShort();
    }
}
