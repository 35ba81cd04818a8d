package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** For keys or values that are always null. */
public final class VoidSerializer implements Serializer<Void> {

    /** Needs no settings. */
    public VoidSerializer() {}

    @Override
    public byte @Nullable [] serialize(String topic, List<Header> headers, @Nullable Void data) {
        return null;
    }
}
