package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the characters of a UUID, in the character set of {@link StringDeserializer}. */
public final class UUIDDeserializer implements Deserializer<UUID> {

    private Charset charset = StandardCharsets.UTF_8;

    /** In UTF-8, until settings say otherwise. */
    public UUIDDeserializer() {}

    /**
     * Takes the character set from the settings.
     *
     * @throws dev.moldau.common.config.InvalidConfigException if there is no such set
     */
    @Override
    public void configure(Map<String, ?> config, boolean isKey) {
        charset = Encoding.forReading(config, isKey);
    }

    @Override
    public @Nullable UUID deserialize(String topic, List<Header> headers, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        try {
            return UUID.fromString(new String(data, charset));
        } catch (IllegalArgumentException e) {
            throw Malformed.refused(
                    topic, "a UUID", "its " + data.length + " bytes are not the text of one", e);
        }
    }
}
