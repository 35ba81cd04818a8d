package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes one byte, 1 for true and 0 for false. */
public final class BooleanSerializer implements Serializer<Boolean> {

    /** Needs no settings. */
    public BooleanSerializer() {}

    @Override
    public byte @Nullable [] serialize(String topic, List<Header> headers, @Nullable Boolean data) {
        return data == null ? null : new byte[] {(byte) (data ? 1 : 0)};
    }
}
