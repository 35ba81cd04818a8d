package dev.moldau.broker.group;

import dev.moldau.cluster.controller.ApiError;
import dev.moldau.common.Clock;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log why the offsets topic could not be created. Every client asks again several times
 * a second, so the same reason is said once in a while only. Safe for use by any thread.
 */
final class CreationFailures {

    /** How long the same reason is not said again, in milliseconds. */
    static final long QUIET_MS = 30_000;

    /** A reason with figures in it may come in many forms; beyond so many all are forgotten. */
    static final int MOST_REASONS = 16;

    private static final Logger LOG = LoggerFactory.getLogger(CreationFailures.class);

    private final Clock clock;

    /** When each reason was said last; guarded by this. */
    private final Map<String, Long> saidMs = new HashMap<>();

    CreationFailures(Clock clock) {
        this.clock = clock;
    }

    void report(String topic, ApiError error) {
        if (isNews(error.code() + " " + error.message())) {
            LOG.warn("{} could not be created: {}", topic, error);
        }
    }

    /** Whether it is time to say that; it counts as said then. */
    synchronized boolean isNews(String reason) {
        long nowMs = clock.monotonicMs();
        Long last = saidMs.get(reason);
        if (last != null && nowMs - last < QUIET_MS) {
            return false;
        }
        if (saidMs.size() >= MOST_REASONS) {
            saidMs.clear();
        }
        saidMs.put(reason, nowMs);
        return true;
    }
}
