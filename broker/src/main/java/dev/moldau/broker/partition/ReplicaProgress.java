package dev.moldau.broker.partition;

import dev.moldau.cluster.controller.IsrProposal;

/**
 * How far a follower has come, as its fetches in the leader's present epoch show it. Written by the
 * partition's lane; where its log begins and ends may be read by any thread.
 */
final class ReplicaProgress {

    /** Stands for an offset that no fetch has told yet. */
    static final long UNKNOWN = -1;

    private static final long NEVER = Long.MIN_VALUE / 2;

    /**
     * A follower that is about to join the in-sync replicas fetches all the time; the high
     * watermark waits for no other.
     */
    private static final long JOINING_MS = 2_000;

    private final int brokerId;
    private volatile long logEnd = UNKNOWN;
    private volatile long logStart = UNKNOWN;
    private long brokerEpoch = IsrProposal.UNKNOWN_EPOCH;
    private long fetchedMs = NEVER;
    private long caughtUpMs = NEVER;

    /** Where the leader's log ended when the follower fetched last. */
    private long leaderEndThen = UNKNOWN;

    ReplicaProgress(int brokerId) {
        this.brokerId = brokerId;
    }

    int brokerId() {
        return brokerId;
    }

    /** Which of the follower's registrations fetched last; -1 if it does not tell. */
    long brokerEpoch() {
        return brokerEpoch;
    }

    /** The offset that the follower fetches next; {@link #UNKNOWN} at first. Any thread. */
    long logEnd() {
        return logEnd;
    }

    /** Where its log begins; {@link #UNKNOWN} if no fetch has told. Any thread. */
    long logStart() {
        return logStart;
    }

    /** Whether its log has an offset or ends there. Any thread. */
    boolean has(long offset) {
        long start = logStart;
        return start != UNKNOWN && start <= offset && offset <= logEnd;
    }

    /** A new leader gives those in sync the whole time limit to come. */
    void trustFrom(long nowMs) {
        caughtUpMs = nowMs;
    }

    /** It has left the in-sync replicas, or may not come: what it had done does not count. */
    void startOver() {
        caughtUpMs = NEVER;
        leaderEndThen = UNKNOWN;
    }

    /**
     * It has fetched. Whoever asks for what comes after the leader's last record has caught up now;
     * whoever asks for what was there when it fetched before has caught up then.
     */
    void fetched(FollowerFetch fetch, long leaderEnd, long nowMs) {
        long offset = fetch.offset();
        if (offset >= leaderEnd) {
            caughtUpMs = nowMs;
        } else if (leaderEndThen != UNKNOWN && offset >= leaderEndThen) {
            caughtUpMs = Math.max(caughtUpMs, fetchedMs);
        }
        leaderEndThen = leaderEnd;
        fetchedMs = nowMs;
        brokerEpoch = fetch.replicaEpoch();
        logStart = fetch.logStartOffset();
        logEnd = offset;
    }

    /** The leader appends: up to now, whoever had caught up and was at the log's end still had. */
    void leaderAppends(long endBefore, long nowMs) {
        if (logEnd == endBefore && caughtUpMs != NEVER) {
            caughtUpMs = nowMs;
        }
    }

    /** Whether it has been behind for longer than it may. */
    boolean lags(long leaderEnd, long nowMs, long maxLagMs) {
        return logEnd < leaderEnd && nowMs - caughtUpMs > maxLagMs;
    }

    /** Whether it is in step with the leader, though it does not count as in sync yet. */
    boolean isJoining(long leaderEnd, long nowMs, long maxLagMs) {
        return logEnd != UNKNOWN
                && nowMs - fetchedMs <= JOINING_MS
                && nowMs - caughtUpMs <= maxLagMs
                && !lags(leaderEnd, nowMs, maxLagMs);
    }

    @Override
    public String toString() {
        return "broker " + brokerId + " at " + logEnd;
    }
}
