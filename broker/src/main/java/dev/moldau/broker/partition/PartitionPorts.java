package dev.moldau.broker.partition;

import dev.moldau.common.Clock;
import dev.moldau.common.Timer;
import java.util.function.IntPredicate;

/**
 * What partitions are given from outside.
 *
 * @param brokerId this broker
 * @param clock the time for stamps and bounds
 * @param timer where deadlines of waiting appends hang
 * @param electable which brokers may be in sync, as far as the cluster's image says; any thread
 * @param proposals takes changes of the in-sync replicas to the controller
 * @param maxLagMs a follower that has not caught up for longer is not in sync ({@code
 *     replica.lag.time.max.ms})
 * @param inSyncChanges counts who comes into sync and falls out of it
 */
public record PartitionPorts(
        int brokerId,
        Clock clock,
        Timer timer,
        IntPredicate electable,
        IsrProposals proposals,
        long maxLagMs,
        InSyncChanges inSyncChanges) {

    /** Kafka's default of {@code replica.lag.time.max.ms}. */
    public static final long DEFAULT_MAX_LAG_MS = 30_000;
}
