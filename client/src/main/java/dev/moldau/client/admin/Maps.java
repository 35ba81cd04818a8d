package dev.moldau.client.admin;

import java.util.Map;

/** What a map must have, since its keys are what an operation was made for. */
final class Maps {

    private Maps() {}

    static <K, V> V get(Map<K, V> map, K key) {
        V value = map.get(key);
        if (value == null) {
            throw new IllegalStateException("nothing is known of " + key);
        }
        return value;
    }
}
