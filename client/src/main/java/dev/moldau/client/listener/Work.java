package dev.moldau.client.listener;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages that were handed out together. Guarded by the desk's lock, but for the list. */
final class Work<K, V> {

    final List<Entry<K, V>> entries;
    final long sinceMs;

    /** Who works on it now; null once the handler has returned. */
    @Nullable Thread thread;

    boolean interrupted;
    boolean ended;

    Work(List<Entry<K, V>> entries, long sinceMs) {
        this.entries = List.copyOf(entries);
        this.sinceMs = sinceMs;
    }

    Entry<K, V> first() {
        return entries.get(0);
    }
}
