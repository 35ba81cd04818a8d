package dev.moldau.broker.fetch;

import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.throttle.ReplicationThrottle;
import java.util.List;

/**
 * Slows down what followers get of replicas that a topic names in {@code
 * leader.replication.throttled.replicas}: while more than the rate has been served they get no
 * records, and wait like at the end of a log. Those in sync are never slowed down, or a move of
 * other replicas would take them out of sync. Safe for use by any thread.
 */
final class SlowService {

    private final ReplicationThrottle throttle;

    SlowService(ReplicationThrottle throttle) {
        this.throttle = throttle;
    }

    /** Whether there is nothing for that reader just now. */
    boolean holdsUp(Asker asker, Partition partition) {
        return isSlow(asker, partition) && throttle.isExceeded();
    }

    private static boolean isSlow(Asker asker, Partition partition) {
        return asker instanceof Asker.Follower follower
                && partition.settings().servedSlowly().contains(partition.name().partition())
                && !partition.leadership().isr().contains(follower.id());
    }

    /** Counts what goes out, once for each answer. */
    void served(Asker asker, List<FetchResult> results, FetchReader reader) {
        if (!(asker instanceof Asker.Follower)) {
            return;
        }
        long bytes = 0;
        for (FetchResult result : results) {
            Partition partition = result.sizeBytes() == 0 ? null : reader.find(result.target());
            if (partition != null && isSlow(asker, partition)) {
                bytes += result.sizeBytes();
            }
        }
        if (bytes > 0) {
            throttle.moved(bytes);
        }
    }
}
