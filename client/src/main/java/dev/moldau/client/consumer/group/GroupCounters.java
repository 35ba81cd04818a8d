package dev.moldau.client.consumer.group;

import dev.moldau.client.metrics.ClientMetrics;
import java.util.function.LongSupplier;

/** What a member counts. Written on the loop only, read anywhere. */
public final class GroupCounters {

    private static final String PREFIX = "moldau_consumer_";

    private volatile long rebalances;
    private volatile long lost;
    private volatile long commits;
    private volatile long failedCommits;
    private volatile long heartbeats;
    private volatile long assigned;

    /** At zero. */
    public GroupCounters() {}

    /** Puts what is counted here among the client's figures; once. */
    public void declare(ClientMetrics metrics) {
        count(metrics, "rebalances_total", "Assignments taken over.", () -> rebalances);
        count(
                metrics,
                "memberships_lost_total",
                "Times that the member was no longer part of its group.",
                () -> lost);
        count(metrics, "commits_total", "Commits of offsets that succeeded.", () -> commits);
        count(
                metrics,
                "commits_failed_total",
                "Commits of offsets that were given up.",
                () -> failedCommits);
        count(metrics, "heartbeats_total", "Heartbeats that were answered.", () -> heartbeats);
        metrics.gauge(
                PREFIX + "assigned_partitions",
                "Partitions that the group gave to the member.",
                () -> (double) assigned);
    }

    private static void count(
            ClientMetrics metrics, String name, String meaning, LongSupplier value) {
        metrics.counter(PREFIX + name, meaning, () -> (double) value.getAsLong());
    }

    // Only the loop writes, so that reading and writing need not be one step.

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void rebalanced(int partitions) {
        rebalances++;
        assigned = partitions;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void lost() {
        lost++;
        assigned = 0;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void committed() {
        commits++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void commitFailed() {
        failedCommits++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void heartbeat() {
        heartbeats++;
    }
}
