package dev.moldau.client.admin;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * What becomes of each of the things that one call was about; each succeeds or fails by itself. The
 * futures complete on the client's loop: what is chained to them must be short and must not wait.
 *
 * @param <K> a thing: a topic's name, a partition, a group
 * @param <V> what is told about it
 */
public final class Outcomes<K, V> {

    private final Map<K, CompletableFuture<V>> futures;

    Outcomes(Map<K, CompletableFuture<V>> futures) {
        this.futures = Collections.unmodifiableMap(new LinkedHashMap<>(futures));
    }

    /** One future for each thing, in the order in which they were given. */
    public Map<K, CompletableFuture<V>> futures() {
        return futures;
    }

    /**
     * The outcome for one of the things.
     *
     * @throws IllegalArgumentException if the call was not about it
     */
    public CompletableFuture<V> of(K key) {
        CompletableFuture<V> future = futures.get(key);
        if (future == null) {
            throw new IllegalArgumentException(key + " is not among " + futures.keySet());
        }
        return future;
    }

    /** All outcomes once all are there; fails if one of them failed. */
    public CompletableFuture<Map<K, V>> all() {
        return CompletableFuture.allOf(futures.values().toArray(CompletableFuture[]::new))
                .thenApply(
                        ignored -> {
                            Map<K, V> values = new LinkedHashMap<>();
                            futures.forEach((key, future) -> values.put(key, future.join()));
                            return values;
                        });
    }
}
