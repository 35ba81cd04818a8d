package dev.moldau.common;

/** The machine's clocks. */
public final class SystemClock implements Clock {

    @Override
    public long wallMs() {
        return System.currentTimeMillis();
    }

    @Override
    public long monotonicNs() {
        return System.nanoTime();
    }
}
