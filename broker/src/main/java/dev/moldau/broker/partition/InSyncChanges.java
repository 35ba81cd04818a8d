package dev.moldau.broker.partition;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often replicas came into sync and fell out of it, while this broker led their partitions in
 * the same epoch. Safe for use by any thread.
 */
public final class InSyncChanges {

    private final LongAdder shrinks = new LongAdder();
    private final LongAdder expands = new LongAdder();

    /** None so far. */
    public InSyncChanges() {}

    /** Changes by which a partition lost some replica in sync. */
    public long shrinks() {
        return shrinks.sum();
    }

    /** Changes by which a partition got some replica in sync. */
    public long expands() {
        return expands.sum();
    }

    /** Others are in sync from now on. */
    void count(List<Integer> before, List<Integer> now) {
        if (!now.containsAll(before)) {
            shrinks.increment();
        }
        if (!before.containsAll(now)) {
            expands.increment();
        }
    }
}
