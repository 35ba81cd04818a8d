package dev.moldau.client.serialization;

import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.InvalidConfigException;
import dev.moldau.common.config.SerializerKeys;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Map;

/** Which character set the settings name for texts. */
final class Encoding {

    private Encoding() {}

    /** The set for a serializer of keys or of values. */
    static Charset forWriting(Map<String, ?> config, boolean isKey) {
        return choose(
                config,
                isKey
                        ? SerializerKeys.KEY_SERIALIZER_ENCODING
                        : SerializerKeys.VALUE_SERIALIZER_ENCODING,
                SerializerKeys.SERIALIZER_ENCODING);
    }

    /** The set for a deserializer of keys or of values. */
    static Charset forReading(Map<String, ?> config, boolean isKey) {
        return choose(
                config,
                isKey
                        ? SerializerKeys.KEY_DESERIALIZER_ENCODING
                        : SerializerKeys.VALUE_DESERIALIZER_ENCODING,
                SerializerKeys.DESERIALIZER_ENCODING);
    }

    private static Charset choose(
            Map<String, ?> config, ConfigKey<String> own, ConfigKey<String> common) {
        ConfigKey<String> key = config.get(own.name()) == null ? common : own;
        Object name = config.get(key.name());
        if (name == null) {
            return StandardCharsets.UTF_8;
        }
        try {
            return name instanceof Charset set ? set : Charset.forName(name.toString().trim());
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new InvalidConfigException(
                    key.name(),
                    "Invalid value '"
                            + name
                            + "' for "
                            + key
                            + ": this JVM knows no such character set; give a name such as UTF-8"
                            + " or ISO-8859-1.",
                    e);
        }
    }
}
