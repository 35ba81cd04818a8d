package dev.moldau.broker.group;

/**
 * How long the first generation of an empty group waits for members that nobody knows yet. Members
 * of one application start within seconds of each other; without a window each of them would cost
 * the others a rebalance. Owned by the group's lane; lives for one rebalance.
 */
sealed interface JoinWindow {

    /** The window of a group whose members are known: there is nobody else to wait for. */
    JoinWindow NONE = new None();

    /**
     * The window that the configuration asks for.
     *
     * @param nowMs on the monotonic clock
     * @param rebalanceTimeoutMs the longest that the first members are ready to wait
     */
    static JoinWindow open(GroupConfig config, long nowMs, int rebalanceTimeoutMs) {
        return config.initialRebalanceDelayMs() == GroupConfig.ADAPTIVE_DELAY
                ? new Adaptive(nowMs, rebalanceTimeoutMs)
                : new Fixed(config.initialRebalanceDelayMs(), nowMs, rebalanceTimeoutMs);
    }

    /** A member came that was not known before. */
    void memberArrived(long nowMs, int members);

    /**
     * How much longer to wait, in milliseconds; zero or less to go on.
     *
     * @param expectingMembers whether ids were handed out to clients that have not come back yet
     */
    long remainingMs(long nowMs, boolean expectingMembers);

    /** Nobody to wait for. */
    record None() implements JoinWindow {

        @Override
        public void memberArrived(long nowMs, int members) {
            // Known members need no window; whoever comes besides is welcome.
        }

        @Override
        public long remainingMs(long nowMs, boolean expectingMembers) {
            return 0;
        }
    }

    /**
     * Kafka's rule: a fixed delay, which begins again for as long as somebody came during it, and
     * at most the rebalance timeout in all. A pending id is not waited for.
     */
    final class Fixed implements JoinWindow {

        private final long delayMs;
        private final long latestMs;
        private long endMs;
        private boolean arrivals;

        Fixed(long delayMs, long nowMs, int rebalanceTimeoutMs) {
            this.delayMs = delayMs;
            this.latestMs = nowMs + rebalanceTimeoutMs;
            this.endMs = Math.min(nowMs + delayMs, latestMs);
        }

        @Override
        public void memberArrived(long nowMs, int members) {
            arrivals = true;
        }

        @Override
        public long remainingMs(long nowMs, boolean expectingMembers) {
            if (nowMs >= endMs && arrivals && endMs < latestMs) {
                arrivals = false;
                endMs = Math.min(endMs + delayMs, latestMs);
            }
            return endMs - nowMs;
        }
    }

    /**
     * The arrivals decide: go on when it has been quiet for a while. A lone consumer waits {@link
     * #QUIET_MS}; each further member is evidence of a fleet and makes the quiet that is asked for
     * longer, up to {@link #LONGEST_QUIET_MS}. A client that was sent away to come back with an id
     * is waited for. In all at most {@link #LONGEST_MS}, Kafka's fixed delay.
     */
    final class Adaptive implements JoinWindow {

        /** How long it must be quiet after a member came, per member there is, in milliseconds. */
        static final long QUIET_MS = 100;

        /** The longest quiet that is asked for, in milliseconds. */
        static final long LONGEST_QUIET_MS = 1_000;

        /** The longest wait in all, in milliseconds. */
        static final long LONGEST_MS = 3_000;

        private final long latestMs;
        private long quietUntilMs;

        Adaptive(long nowMs, int rebalanceTimeoutMs) {
            latestMs = nowMs + Math.min(LONGEST_MS, rebalanceTimeoutMs);
            quietUntilMs = nowMs + QUIET_MS;
        }

        @Override
        public void memberArrived(long nowMs, int members) {
            quietUntilMs = nowMs + Math.min(LONGEST_QUIET_MS, QUIET_MS * members);
        }

        @Override
        public long remainingMs(long nowMs, boolean expectingMembers) {
            long untilMs =
                    expectingMembers ? Math.max(quietUntilMs, nowMs + QUIET_MS) : quietUntilMs;
            return Math.min(untilMs, latestMs) - nowMs;
        }
    }
}
