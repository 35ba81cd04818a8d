package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands bytes on in a buffer that begins and ends with them. */
public final class ByteBufferDeserializer implements Deserializer<ByteBuffer> {

    /** Needs no settings. */
    public ByteBufferDeserializer() {}

    @Override
    public @Nullable ByteBuffer deserialize(
            String topic, List<Header> headers, byte @Nullable [] data) {
        return data == null ? null : ByteBuffer.wrap(data);
    }
}
