package dev.moldau.client.producer.batch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which brokers cannot take requests although there is something for them, and since when. Written
 * by the sender on the loop, read by any thread that chooses a partition.
 */
public final class LeaderHealth {

    private final Map<Integer, Long> stuckSinceMs = new ConcurrentHashMap<>();

    /** Batches for the broker wait, and it cannot take them; the first time counts. */
    public void stuck(int nodeId, long monotonicMs) {
        stuckSinceMs.putIfAbsent(nodeId, monotonicMs);
    }

    /** The broker took something, or nothing waits for it. */
    public void moving(int nodeId) {
        if (!stuckSinceMs.isEmpty()) {
            stuckSinceMs.remove(nodeId);
        }
    }

    boolean isStuckLongerThan(int nodeId, long timeoutMs, long monotonicMs) {
        Long sinceMs = stuckSinceMs.get(nodeId);
        return sinceMs != null && monotonicMs - sinceMs > timeoutMs;
    }

    boolean nobodyIsStuck() {
        return stuckSinceMs.isEmpty();
    }
}
