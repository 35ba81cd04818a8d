package dev.moldau.client.serialization;

import dev.moldau.common.config.Implementation;

/** Makes the deserializers that settings name. */
final class Deserializers {

    private Deserializers() {}

    /** The deserializer that a setting's value stands for, not configured yet. */
    static Deserializer<?> load(String key, Object given) {
        Implementation named = new Implementation(key, given);
        if (named.isReady()) {
            return named.instance(Deserializer.class);
        }
        return KafkaNames.ours(key, named.className(), "Deserializer")
                .map(ours -> new Implementation(key, ours))
                .orElse(named)
                .instance(Deserializer.class);
    }
}
