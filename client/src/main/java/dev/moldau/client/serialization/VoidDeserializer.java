package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** For keys or values that are always null; any other is refused. */
public final class VoidDeserializer implements Deserializer<Void> {

    /** Needs no settings. */
    public VoidDeserializer() {}

    @Override
    public @Nullable Void deserialize(String topic, List<Header> headers, byte @Nullable [] data) {
        if (data != null) {
            throw Malformed.refused(topic, "null", "there are " + data.length + " bytes", null);
        }
        return null;
    }
}
