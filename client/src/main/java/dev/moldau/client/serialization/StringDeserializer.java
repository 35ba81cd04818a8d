package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads texts, in UTF-8 unless {@code key.deserializer.encoding}, {@code
 * value.deserializer.encoding} or {@code deserializer.encoding} names another character set. Bytes
 * that mean nothing in it are read as the replacement character.
 */
public final class StringDeserializer implements Deserializer<String> {

    private Charset charset;

    /** In UTF-8, until settings say otherwise. */
    public StringDeserializer() {
        this(StandardCharsets.UTF_8);
    }

    /** In the given character set, until settings say otherwise. */
    public StringDeserializer(Charset charset) {
        this.charset = Objects.requireNonNull(charset, "charset");
    }

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
    public @Nullable String deserialize(
            String topic, List<Header> headers, byte @Nullable [] data) {
        return data == null ? null : new String(data, charset);
    }
}
