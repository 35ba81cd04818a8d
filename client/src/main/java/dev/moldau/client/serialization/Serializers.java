package dev.moldau.client.serialization;

import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.Implementation;
import dev.moldau.common.config.InvalidConfigException;
import dev.moldau.common.config.ProducerKeys;

/** Makes the serializers that settings name. */
public final class Serializers {

    private Serializers() {}

    /**
     * The serializer that {@code key.serializer} names, configured; an object that was handed over
     * ready is taken as it is.
     *
     * @param <K> what the user says it takes; nobody can check it
     * @throws InvalidConfigException if none is set or it cannot be made
     */
    public static <K> Serializer<K> ofKeys(ClientConfig config) {
        return make(config, ProducerKeys.KEY_SERIALIZER, true);
    }

    /** As {@link #ofKeys}, for values and {@code value.serializer}. */
    public static <V> Serializer<V> ofValues(ClientConfig config) {
        return make(config, ProducerKeys.VALUE_SERIALIZER, false);
    }

    // What a named class takes is known to the user only.
    @SuppressWarnings("unchecked")
    private static <T> Serializer<T> make(
            ClientConfig config, ConfigKey<String> key, boolean isKey) {
        Implementation named =
                config.implementation(key)
                        .orElseThrow(
                                () ->
                                        new InvalidConfigException(
                                                key.name(),
                                                key
                                                        + " is not set; name a class such as "
                                                        + StringSerializer.class.getName()
                                                        + ", or hand over a serializer in code."));
        Serializer<T> serializer = (Serializer<T>) load(key.name(), named);
        if (!named.isReady()) {
            serializer.configure(config.given(), isKey);
        }
        return serializer;
    }

    /** The serializer that a setting's value stands for, not configured yet. */
    static Serializer<?> load(String key, Object given) {
        return load(key, new Implementation(key, given));
    }

    private static Serializer<?> load(String key, Implementation named) {
        if (named.isReady()) {
            return named.instance(Serializer.class);
        }
        return KafkaNames.ours(key, named.className(), "Serializer")
                .map(ours -> new Implementation(key, ours))
                .orElse(named)
                .instance(Serializer.class);
    }
}
