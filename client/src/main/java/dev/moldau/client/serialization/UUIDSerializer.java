package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes the 36 characters of a UUID, in the character set of {@link StringSerializer}. */
public final class UUIDSerializer implements Serializer<UUID> {

    private Charset charset = StandardCharsets.UTF_8;

    /** In UTF-8, until settings say otherwise. */
    public UUIDSerializer() {}

    /**
     * Takes the character set from the settings.
     *
     * @throws dev.moldau.common.config.InvalidConfigException if there is no such set
     */
    @Override
    public void configure(Map<String, ?> config, boolean isKey) {
        charset = Encoding.forWriting(config, isKey);
    }

    @Override
    public byte @Nullable [] serialize(String topic, List<Header> headers, @Nullable UUID data) {
        return data == null ? null : data.toString().getBytes(charset);
    }
}
