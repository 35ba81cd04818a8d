package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one byte, 1 for true and 0 for false; any other is refused. */
public final class BooleanDeserializer implements Deserializer<Boolean> {

    /** Needs no settings. */
    public BooleanDeserializer() {}

    @Override
    public @Nullable Boolean deserialize(
            String topic, List<Header> headers, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        Malformed.checkSize(topic, "a boolean", 1, data);
        if (data[0] != 0 && data[0] != 1) {
            throw Malformed.refused(topic, "a boolean", "its byte is 0 or 1, not " + data[0], null);
        }
        return data[0] == 1;
    }
}
