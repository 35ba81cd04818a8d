package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands bytes on as they are, without a copy: they must not change until send has returned. */
public final class ByteArraySerializer implements Serializer<byte[]> {

    /** Needs no settings. */
    public ByteArraySerializer() {}

    @Override
    public byte @Nullable [] serialize(String topic, List<Header> headers, byte @Nullable [] data) {
        return data;
    }
}
