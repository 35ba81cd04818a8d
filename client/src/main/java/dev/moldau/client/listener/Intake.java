package dev.moldau.client.listener;

import dev.moldau.client.serialization.Deserializer;
import java.util.List;

/**
 * Decodes what was read. On the polling thread alone, since deserializers are for one thread at a
 * time.
 */
final class Intake<K, V> {

    private final Deserializer<K> keys;
    private final Deserializer<V> values;

    Intake(Deserializer<K> keys, Deserializer<V> values) {
        this.keys = keys;
        this.values = values;
    }

    /** The messages in the same order. */
    List<Decoded<K, V>> decode(List<Arrival> arrivals) {
        return arrivals.stream().map(this::decode).toList();
    }

    private Decoded<K, V> decode(Arrival arrival) {
        String topic = arrival.place().topic();
        try {
            K key = keys.deserialize(topic, arrival.headers(), arrival.key());
            V value = values.deserialize(topic, arrival.headers(), arrival.value());
            return new Decoded<>(new Message<>(arrival, key, value), null);
        } catch (RuntimeException refusal) {
            return new Decoded<>(new Message<>(arrival, null, null), refusal);
        }
    }

    /** Gives back what the deserializers hold. */
    void close() {
        keys.close();
        values.close();
    }
}
