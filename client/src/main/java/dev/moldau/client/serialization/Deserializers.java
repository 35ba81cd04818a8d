package dev.moldau.client.serialization;

import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.ConsumerKeys;
import dev.moldau.common.config.Implementation;
import dev.moldau.common.config.InvalidConfigException;

/** Makes the deserializers that settings name. */
public final class Deserializers {

    private Deserializers() {}

    /**
     * The deserializer that {@code key.deserializer} names, configured; an object that was handed
     * over ready is taken as it is.
     *
     * @param <K> what the user says it makes; nobody can check it
     * @throws InvalidConfigException if none is set or it cannot be made
     */
    public static <K> Deserializer<K> ofKeys(ClientConfig config) {
        return make(config, ConsumerKeys.KEY_DESERIALIZER, true);
    }

    /** As {@link #ofKeys}, for values and {@code value.deserializer}. */
    public static <V> Deserializer<V> ofValues(ClientConfig config) {
        return make(config, ConsumerKeys.VALUE_DESERIALIZER, false);
    }

    // What a named class makes is known to the user only.
    @SuppressWarnings("unchecked")
    private static <T> Deserializer<T> make(
            ClientConfig config, ConfigKey<String> key, boolean isKey) {
        Implementation named =
                config.implementation(key)
                        .orElseThrow(
                                () ->
                                        new InvalidConfigException(
                                                key.name(),
                                                key
                                                        + " is not set; name a class such as "
                                                        + StringDeserializer.class.getName()
                                                        + ", or hand over a deserializer in"
                                                        + " code."));
        Deserializer<T> deserializer = (Deserializer<T>) load(key.name(), named);
        if (!named.isReady()) {
            deserializer.configure(config.given(), isKey);
        }
        return deserializer;
    }

    /** The deserializer that a setting's value stands for, not configured yet. */
    static Deserializer<?> load(String key, Object given) {
        return load(key, new Implementation(key, given));
    }

    private static Deserializer<?> load(String key, Implementation named) {
        if (named.isReady()) {
            return named.instance(Deserializer.class);
        }
        return KafkaNames.ours(key, named.className(), "Deserializer")
                .map(ours -> new Implementation(key, ours))
                .orElse(named)
                .instance(Deserializer.class);
    }
}
