package dev.moldau.broker.throttle;

import dev.moldau.common.Clock;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ReplicationKeys;

/**
 * Bounds how many bytes per second move for replicas that are marked as throttled, so that moving
 * partitions does not crowd out the cluster's work ({@code leader.replication.throttled.rate},
 * {@code follower.replication.throttled.rate}). What is allowed gathers with time, up to one
 * second's worth; what moves is subtracted afterwards, as nobody knows before how much an answer
 * holds, and may leave a debt, which has to be waited for.
 *
 * <p>Safe for use by any thread; its lock is held for a few instructions. A leader asks {@link
 * #isExceeded} before it reads for a throttled follower that is not in sync, and answers without
 * records if it is; a follower leaves throttled replicas that are not in sync out of its fetches.
 */
public final class ReplicationThrottle {

    /** Stands for "no bound". */
    public static final long UNLIMITED = Long.MAX_VALUE;

    private static final long NS_PER_S = 1_000_000_000;
    private static final long NS_PER_MS = 1_000_000;

    private final Clock clock;
    private long bytesPerSecond;

    /** What may move now; negative while too much has. */
    private double allowedBytes;

    private long gatheredNs;

    /**
     * @param bytesPerSecond the bound, {@link #UNLIMITED} for none
     */
    public ReplicationThrottle(Clock clock, long bytesPerSecond) {
        this.clock = clock;
        this.bytesPerSecond = bytesPerSecond;
        this.allowedBytes = (double) bytesPerSecond;
        this.gatheredNs = clock.monotonicNs();
    }

    /** What a broker's configuration says for what it serves to followers. */
    public static ReplicationThrottle ofLeader(BrokerConfig config, Clock clock) {
        return new ReplicationThrottle(
                clock, config.get(ReplicationKeys.LEADER_REPLICATION_THROTTLED_RATE));
    }

    /** What a broker's configuration says for what it fetches. */
    public static ReplicationThrottle ofFollower(BrokerConfig config, Clock clock) {
        return new ReplicationThrottle(
                clock, config.get(ReplicationKeys.FOLLOWER_REPLICATION_THROTTLED_RATE));
    }

    /** Changes the bound, from now on. */
    public synchronized void bytesPerSecond(long changed) {
        gather();
        bytesPerSecond = changed;
        allowedBytes = Math.min(allowedBytes, (double) changed);
    }

    /** Whether so much has moved that nothing more may at present. */
    public synchronized boolean isExceeded() {
        gather();
        return bytesPerSecond != UNLIMITED && allowedBytes <= 0;
    }

    /** How long until something may move, in ms; 0 if now, a day at most. */
    public synchronized long waitMs() {
        if (!isExceeded()) {
            return 0;
        }
        double seconds = (1 - allowedBytes) / Math.max((double) bytesPerSecond, 1e-9);
        return (long) Math.ceil(Math.min(seconds, 86_400) * (NS_PER_S / NS_PER_MS));
    }

    /** So many bytes of throttled replicas have moved. */
    public synchronized void moved(long bytes) {
        gather();
        if (bytesPerSecond != UNLIMITED) {
            allowedBytes -= bytes;
        }
    }

    private void gather() {
        long nowNs = clock.monotonicNs();
        double gained = (double) bytesPerSecond * (nowNs - gatheredNs) / NS_PER_S;
        gatheredNs = nowNs;
        allowedBytes = Math.min(allowedBytes + gained, (double) bytesPerSecond);
    }
}
