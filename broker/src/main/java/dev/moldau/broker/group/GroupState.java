package dev.moldau.broker.group;

import java.util.HashSet;
import java.util.Set;

/**
 * Where a group stands. A transition is a method on the state that allows it, so a transition that
 * no state offers does not compile.
 *
 * <pre>
 *   Empty ──prepare──► PreparingRebalance ──form──► CompletingRebalance ──assign──► Stable
 *     ▲                  │      ▲                         │                          │
 *     └──────vacate──────┘      └────────prepare──────────┴─────────prepare──────────┘
 *   Empty ──die──► Dead       Empty, Stable ──convert──► Dead
 * </pre>
 *
 * <p>Each entry into a state makes a new object, so a timer can tell by identity whether the state
 * that armed it still stands. Owned by the group's lane.
 */
sealed interface GroupState {

    /** The name in responses, as Kafka's tools know it. */
    String wireName();

    /** A state from which members can be called together. */
    sealed interface Settled extends GroupState {

        /** Calls everybody together for the next generation. */
        default PreparingRebalance prepare(RebalanceCause cause, JoinWindow window) {
            return new PreparingRebalance(cause, window);
        }
    }

    /** A state in which a generation exists and its members hold, or wait for, assignments. */
    sealed interface Formed extends Settled {

        /** The ids of those who joined the generation and have not asked for an assignment yet. */
        Set<String> awaitingSync();
    }

    /** Nobody is in the group; it may hold offsets. */
    final class Empty implements Settled {

        private final long sinceWallMs;

        /**
         * @param sinceWallMs when the last member went, in epoch ms
         */
        Empty(long sinceWallMs) {
            this.sinceWallMs = sinceWallMs;
        }

        /** When the last member went, in epoch ms. */
        long sinceWallMs() {
            return sinceWallMs;
        }

        /** The group is deleted. */
        Dead die() {
            return new Dead();
        }

        /** The group lives on under the consumer protocol. */
        Dead convert() {
            return new Dead();
        }

        @Override
        public String wireName() {
            return "Empty";
        }
    }

    /** Members are called together; whoever has come waits for the rest. */
    final class PreparingRebalance implements GroupState {

        private final RebalanceCause cause;
        private final JoinWindow window;

        PreparingRebalance(RebalanceCause cause, JoinWindow window) {
            this.cause = cause;
            this.window = window;
        }

        /** Why. */
        RebalanceCause cause() {
            return cause;
        }

        /** How long to wait for members that are not known yet. */
        JoinWindow window() {
            return window;
        }

        /**
         * Enough have come.
         *
         * @param nowMs on the monotonic clock
         * @param joined the ids of those who were told of the generation
         */
        CompletingRebalance form(long nowMs, Set<String> joined) {
            return new CompletingRebalance(cause, nowMs, new HashSet<>(joined));
        }

        /** Nobody is left. */
        Empty vacate(long wallMs) {
            return new Empty(wallMs);
        }

        @Override
        public String wireName() {
            return "PreparingRebalance";
        }
    }

    /** The generation is formed; the leader is assigning. */
    final class CompletingRebalance implements Formed {

        private final RebalanceCause cause;
        private final long formedMs;
        private final Set<String> awaitingSync;

        CompletingRebalance(RebalanceCause cause, long formedMs, Set<String> awaitingSync) {
            this.cause = cause;
            this.formedMs = formedMs;
            this.awaitingSync = awaitingSync;
        }

        /** Why the rebalance began. */
        RebalanceCause cause() {
            return cause;
        }

        /** When the members had come together, on the monotonic clock. */
        long formedMs() {
            return formedMs;
        }

        @Override
        public Set<String> awaitingSync() {
            return awaitingSync;
        }

        /** The assignment is stored. */
        Stable assign() {
            return new Stable(awaitingSync);
        }

        @Override
        public String wireName() {
            return "CompletingRebalance";
        }
    }

    /** Every member has an assignment. */
    final class Stable implements Formed {

        private final Set<String> awaitingSync;

        Stable(Set<String> awaitingSync) {
            this.awaitingSync = awaitingSync;
        }

        /** The group lives on under the consumer protocol. */
        Dead convert() {
            return new Dead();
        }

        @Override
        public Set<String> awaitingSync() {
            return awaitingSync;
        }

        @Override
        public String wireName() {
            return "Stable";
        }
    }

    /** The group is gone; only timers that come late can still meet it. */
    final class Dead implements GroupState {

        @Override
        public String wireName() {
            return "Dead";
        }
    }
}
