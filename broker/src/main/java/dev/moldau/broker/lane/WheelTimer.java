package dev.moldau.broker.lane;

import dev.moldau.common.Clock;
import dev.moldau.common.Timer;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker's timer: one thread that sleeps until the next deadline, and for ever while there is
 * none.
 *
 * <p>Safe for use by any thread. The wheel is guarded by one lock that is held for a few
 * instructions, never while a task runs. A task runs on the timer's thread; it is short and only
 * sends a command to an owner. A task that throws is a bug of its sender: the timer stops, and the
 * composition root is told.
 *
 * <p>Life cycle: from construction until {@link #close}; tasks that still wait then never run.
 */
public final class WheelTimer implements Timer, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WheelTimer.class);

    /** Told when a task threw. */
    @FunctionalInterface
    public interface BugListener {

        /** Runs on the timer's thread, which ends. */
        void timerStopped(Throwable bug);
    }

    private final Clock clock;
    private final BugListener bugs;
    private final Thread thread;
    private final TimingWheel wheel;

    /** Until when the thread sleeps; guarded by {@link #wheel}. */
    private long wakeMs = Long.MAX_VALUE;

    private volatile boolean closed;

    /** Starts the timer. */
    public WheelTimer(Clock clock, BugListener bugs) {
        this.clock = clock;
        this.bugs = bugs;
        this.wheel = new TimingWheel(clock.monotonicMs());
        this.thread = Thread.ofPlatform().name("timer").daemon(true).unstarted(this::run);
        thread.start();
    }

    @Override
    public Timeout schedule(long delayMs, Runnable task) {
        TimingWheel.Entry entry = new TimingWheel.Entry(task);
        // One more than asked: the clock's current millisecond is partly over.
        long deadlineMs = clock.monotonicMs() + Math.clamp(delayMs, 0, Integer.MAX_VALUE * 64L) + 1;
        boolean wake;
        synchronized (wheel) {
            wheel.add(entry, deadlineMs);
            wake = deadlineMs < wakeMs;
            if (wake) {
                wakeMs = deadlineMs;
            }
        }
        if (wake) {
            LockSupport.unpark(thread);
        }
        return () -> {
            synchronized (wheel) {
                return wheel.remove(entry);
            }
        };
    }

    /** How many tasks wait. */
    public int size() {
        synchronized (wheel) {
            return wheel.size();
        }
    }

    /** Ends the thread, after the task that runs. Must not be called by a task. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closed) {
                TimingWheel.Entry due = nextDue();
                if (due != null) {
                    due.task().run();
                } else {
                    sleep();
                }
            }
        } catch (Throwable bug) {
            LOG.error("the timer stops because of a bug", bug);
            bugs.timerStopped(bug);
        }
    }

    private TimingWheel.@Nullable Entry nextDue() {
        synchronized (wheel) {
            TimingWheel.Entry due = wheel.advance(clock.monotonicMs());
            wakeMs = due == null ? wheel.wakeMs() : Long.MIN_VALUE;
            return due;
        }
    }

    private void sleep() {
        long untilMs;
        synchronized (wheel) {
            untilMs = wakeMs;
        }
        if (closed) {
            return;
        }
        if (untilMs == Long.MAX_VALUE) {
            LockSupport.park(this);
        } else {
            long remainingNs = untilMs * 1_000_000 - clock.monotonicNs();
            if (remainingNs > 0) {
                LockSupport.parkNanos(this, remainingNs);
            }
        }
        if (Thread.interrupted()) {
            LOG.warn("the timer was interrupted, which means nothing here");
        }
    }
}
