package dev.moldau.storage;

import dev.moldau.common.Clock;

/** Time that moves when a test says so. */
final class ManualClock implements Clock {

    private long nowMs = 1_700_000_000_000L;

    @Override
    public synchronized long wallMs() {
        return nowMs;
    }

    @Override
    public synchronized long monotonicNs() {
        return nowMs * 1_000_000;
    }

    synchronized void advanceMs(long ms) {
        nowMs += ms;
    }
}
