package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes texts, in UTF-8 unless {@code key.serializer.encoding}, {@code value.serializer.encoding}
 * or {@code serializer.encoding} names another character set.
 */
public final class StringSerializer implements Serializer<String> {

    private Charset charset;

    /** In UTF-8, until settings say otherwise. */
    public StringSerializer() {
        this(StandardCharsets.UTF_8);
    }

    /** In the given character set, until settings say otherwise. */
    public StringSerializer(Charset charset) {
        this.charset = Objects.requireNonNull(charset, "charset");
    }

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
    public byte @Nullable [] serialize(String topic, List<Header> headers, @Nullable String data) {
        return data == null ? null : data.getBytes(charset);
    }
}
