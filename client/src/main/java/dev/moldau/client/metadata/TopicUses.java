package dev.moldau.client.metadata;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Which topics are in use, and when each was used last. Any thread marks uses; the loop takes out
 * what idles.
 *
 * <p>A use that races with the removal is never lost: removal decides inside the map's atomic
 * update, and a mark that does not find the topic there puts it in as new, which the caller reports
 * to the loop. Marks that follow each other closely do not write at all, so that many threads that
 * send to one topic share the entry without contending for it.
 */
final class TopicUses {

    private static final long COARSE_MS = 1_000;

    private final long maxIdleMs;
    private final long coarseMs;
    private final ConcurrentMap<String, Long> lastUsedMs = new ConcurrentHashMap<>();

    TopicUses(long maxIdleMs) {
        this.maxIdleMs = maxIdleMs;
        this.coarseMs = Math.min(COARSE_MS, maxIdleMs / 2);
    }

    /** Marks a use; true if the topic was not in use before. */
    boolean mark(String topic, long nowMs) {
        Long last = lastUsedMs.get(topic);
        if (last != null && nowMs - last < coarseMs) {
            return false;
        }
        return lastUsedMs.put(topic, nowMs) == null;
    }

    /** Takes out the topics that were not used for too long. */
    void dropIdle(long nowMs) {
        for (String topic : lastUsedMs.keySet()) {
            lastUsedMs.computeIfPresent(
                    topic, (name, last) -> nowMs - last >= maxIdleMs ? null : last);
        }
    }

    /** The topics in use now. */
    Set<String> topics() {
        return Set.copyOf(lastUsedMs.keySet());
    }
}
