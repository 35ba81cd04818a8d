package dev.moldau.cluster.image;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map whose changed copies share all but a small part with the original: the entries
 * lie in 256 small maps by hash, and a change copies one of them and the array of references. With
 * 10,000 topics a change of one costs some 40 entries and 1 KB, not 10,000 entries.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class PersistentMap<K, V> {

    private static final int SHARDS = 256;

    private static final PersistentMap<?, ?> EMPTY = new PersistentMap<>(noShards(), 0);

    private final @Nullable Map<K, V>[] shards;
    private final int size;

    private PersistentMap(@Nullable Map<K, V>[] shards, int size) {
        this.shards = shards;
        this.size = size;
    }

    // An array of a generic type can only be made unchecked; it never leaves this class.
    @SuppressWarnings("unchecked")
    private static @Nullable Map<Object, Object>[] noShards() {
        return (Map<Object, Object>[]) new Map<?, ?>[SHARDS];
    }

    // Nothing can be put into the empty map, so that it serves every type.
    @SuppressWarnings("unchecked")
    static <K, V> PersistentMap<K, V> empty() {
        return (PersistentMap<K, V>) EMPTY;
    }

    int size() {
        return size;
    }

    @Nullable V get(Object key) {
        Map<K, V> shard = shards[shardOf(key)];
        return shard == null ? null : shard.get(key);
    }

    /** This map with one entry added or replaced. */
    PersistentMap<K, V> with(K key, V value) {
        Objects.requireNonNull(value, "value");
        int index = shardOf(key);
        Map<K, V> old = shards[index];
        Map<K, V> changed = old == null ? new HashMap<>(2) : new HashMap<>(old);
        boolean added = changed.put(key, value) == null;
        return replaced(index, changed, size + (added ? 1 : 0));
    }

    /** This map without one entry. */
    PersistentMap<K, V> without(K key) {
        int index = shardOf(key);
        Map<K, V> old = shards[index];
        if (old == null || !old.containsKey(key)) {
            return this;
        }
        Map<K, V> changed = new HashMap<>(old);
        changed.remove(key);
        return replaced(index, changed, size - 1);
    }

    private PersistentMap<K, V> replaced(int index, Map<K, V> shard, int newSize) {
        @Nullable Map<K, V>[] copy = Arrays.copyOf(shards, SHARDS);
        copy[index] = shard.isEmpty() ? null : shard;
        return new PersistentMap<>(copy, newSize);
    }

    private static int shardOf(Object key) {
        int hash = key.hashCode();
        hash ^= hash >>> 16;
        return (hash ^ (hash >>> 8)) & (SHARDS - 1);
    }

    /**
     * Hears of keys that two maps do not share.
     *
     * @param <K> the keys
     * @param <V> the values
     */
    @FunctionalInterface
    interface Difference<K, V> {

        /**
         * A key whose value is another object than before.
         *
         * @param before null if there was none
         * @param now null if there is none
         */
        void found(K key, @Nullable V before, @Nullable V now);
    }

    /**
     * Tells of all keys whose values are not the same objects as in an earlier map. Small maps that
     * both share are passed over without a look inside.
     */
    // Sharing is what is asked: the same object, not an equal one.
    @SuppressWarnings("ReferenceEquality")
    void differences(PersistentMap<K, V> earlier, Difference<K, V> each) {
        for (int i = 0; i < SHARDS; i++) {
            if (shards[i] != earlier.shards[i]) {
                compare(entries(earlier.shards[i]), entries(shards[i]), each);
            }
        }
    }

    private static <K, V> Map<K, V> entries(@Nullable Map<K, V> shard) {
        return shard == null ? Map.of() : shard;
    }

    // As above.
    @SuppressWarnings("ReferenceEquality")
    private static <K, V> void compare(Map<K, V> before, Map<K, V> now, Difference<K, V> each) {
        now.forEach(
                (key, value) -> {
                    V old = before.get(key);
                    if (old != value) {
                        each.found(key, old, value);
                    }
                });
        before.forEach(
                (key, old) -> {
                    if (!now.containsKey(key)) {
                        each.found(key, old, null);
                    }
                });
    }

    /** The values, in no particular order; a view that costs nothing. */
    Collection<V> values() {
        return new java.util.AbstractCollection<>() {
            @Override
            public Iterator<V> iterator() {
                return new ValueIterator();
            }

            @Override
            public int size() {
                return size;
            }

            @Override
            public void forEach(Consumer<? super V> action) {
                for (Map<K, V> shard : shards) {
                    if (shard != null) {
                        shard.values().forEach(action);
                    }
                }
            }
        };
    }

    private final class ValueIterator implements Iterator<V> {
        private int nextShard;
        private @Nullable Iterator<V> current;

        @Override
        public boolean hasNext() {
            while (current == null || !current.hasNext()) {
                if (nextShard == SHARDS) {
                    return false;
                }
                Map<K, V> shard = shards[nextShard++];
                current = shard == null ? null : shard.values().iterator();
            }
            return true;
        }

        @Override
        public V next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return Objects.requireNonNull(current).next();
        }
    }
}
