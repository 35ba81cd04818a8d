package dev.moldau.client.serialization;

import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.InvalidConfigException;
import dev.moldau.common.config.SerializerKeys;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Where lists get the serializer or deserializer of their elements from. */
final class ListElements {

    private ListElements() {}

    /**
     * The one given in code, else the one that the settings name.
     *
     * @param role what it is, for the message
     * @param load makes it from the setting's name and value
     * @throws InvalidConfigException if there is neither, or it cannot be made
     */
    static <T> T chosen(
            @Nullable T given,
            Map<String, ?> config,
            boolean isKey,
            String role,
            BiFunction<String, Object, T> load) {
        if (given != null) {
            return given;
        }
        ConfigKey<String> key =
                isKey ? SerializerKeys.LIST_KEY_INNER : SerializerKeys.LIST_VALUE_INNER;
        Object named = config.get(key.name());
        if (named == null) {
            throw new InvalidConfigException(
                    key.name(), key + " is not set; name the " + role + " of the list's elements.");
        }
        return load.apply(key.name(), named);
    }
}
