package dev.moldau.cluster.store.zookeeper;

import dev.moldau.common.Clock;

/**
 * Until when a call may wait.
 *
 * @param clock what tells the time
 * @param atMs when it is over, on the clock that only moves forward
 */
record Deadline(Clock clock, long atMs) {

    static Deadline in(Clock clock, long spanMs) {
        return new Deadline(clock, clock.monotonicMs() + spanMs);
    }

    /** What is left; 0 once it is over. */
    long remainingMs() {
        return Math.max(0, atMs - clock.monotonicMs());
    }
}
