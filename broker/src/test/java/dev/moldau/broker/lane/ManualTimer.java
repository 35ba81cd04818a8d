package dev.moldau.broker.lane;

import dev.moldau.common.Clock;
import dev.moldau.common.Timer;

/** A virtual clock and the timer that lives on it: time moves when the test says so. */
public final class ManualTimer implements Clock, Timer {

    private final TimingWheel wheel = new TimingWheel(0);
    private long nowMs;

    @Override
    public Timeout schedule(long delayMs, Runnable task) {
        TimingWheel.Entry entry = new TimingWheel.Entry(task);
        wheel.add(entry, nowMs + delayMs);
        return () -> wheel.remove(entry);
    }

    /** Moves time on and runs what becomes due, in the order of its deadlines. */
    public void advance(long byMs) {
        long toMs = nowMs + byMs;
        TimingWheel.Entry due = wheel.advance(toMs);
        while (due != null) {
            nowMs = Math.max(nowMs, wheel.nowMs());
            due.task().run();
            due = wheel.advance(toMs);
        }
        nowMs = toMs;
    }

    /** How many tasks wait. */
    public int size() {
        return wheel.size();
    }

    @Override
    public long wallMs() {
        return 1_700_000_000_000L + nowMs;
    }

    @Override
    public long monotonicNs() {
        return nowMs * 1_000_000;
    }
}
