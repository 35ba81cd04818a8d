package dev.moldau.client.fake;

import dev.moldau.common.Clock;
import dev.moldau.common.Timer.Timeout;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Time that moves when its events say so: everything that is to happen in a simulation, in the
 * order of its moments, and within one moment in the order of asking. One thread; what an event
 * throws comes out of {@link #runUntil}.
 */
public final class VirtualTime {

    private static final long START_NS = 1_000_000_000L;
    private static final long WALL_OFFSET_MS = 1_700_000_000_000L;
    private static final long LONGEST_DELAY_MS = 1L << 40;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Clock clock = new VirtualClock();
    private long nowNs = START_NS;
    private long sequence;
    private long eventCount;
    private long mostEvents = Long.MAX_VALUE;

    private final class VirtualClock implements Clock {
        @Override
        public long wallMs() {
            return WALL_OFFSET_MS + monotonicMs();
        }

        @Override
        public long monotonicNs() {
            return nowNs;
        }
    }

    private static final class Event implements Comparable<Event>, Timeout {
        final long atNs;
        final long sequence;
        final Runnable task;
        boolean over;

        Event(long atNs, long sequence, Runnable task) {
            this.atNs = atNs;
            this.sequence = sequence;
            this.task = task;
        }

        @Override
        public int compareTo(Event other) {
            return atNs != other.atNs
                    ? Long.compare(atNs, other.atNs)
                    : Long.compare(sequence, other.sequence);
        }

        @Override
        public boolean cancel() {
            boolean was = over;
            over = true;
            return !was;
        }
    }

    /** A clock that shows this time. */
    public Clock clock() {
        return clock;
    }

    /** The moment that is now, in ns of the monotonic clock. */
    public long nowNs() {
        return nowNs;
    }

    /** Runs something so many milliseconds from now, or at once if that is negative. */
    public Timeout after(long delayMs, Runnable task) {
        return at(nowNs + nanos(delayMs), task);
    }

    /** Runs something at a moment of the monotonic clock, in ns, or now if that has passed. */
    public Timeout at(long atNs, Runnable task) {
        Event event = new Event(Math.max(atNs, nowNs), sequence++, task);
        events.add(event);
        return event;
    }

    static long nanos(long delayMs) {
        return TimeUnit.MILLISECONDS.toNanos(Math.min(Math.max(delayMs, 0), LONGEST_DELAY_MS));
    }

    /**
     * Runs events until the condition holds.
     *
     * @param limitMs how much virtual time may pass
     * @return whether the condition held in time
     */
    public boolean runUntil(BooleanSupplier done, long limitMs) {
        long endNs = nowNs + nanos(limitMs);
        while (!done.getAsBoolean()) {
            Event next = events.peek();
            if (next == null || next.atNs > endNs) {
                nowNs = Math.max(nowNs, endNs);
                return done.getAsBoolean();
            }
            events.remove();
            run(next);
        }
        return true;
    }

    /** Runs all events of the next so many milliseconds. */
    public void runFor(long ms) {
        runUntil(() -> false, ms);
    }

    private void run(Event event) {
        if (event.over) {
            return;
        }
        event.over = true;
        nowNs = event.atNs;
        if (++eventCount > mostEvents) {
            throw new IllegalStateException(
                    "more than " + mostEvents + " events: something spins, at last " + event.task);
        }
        event.task.run();
    }

    /** Lets {@link #runUntil} fail after so many events: something spins. */
    public void mostEvents(long bound) {
        mostEvents = bound;
    }

    /** How many events have run. */
    public long eventCount() {
        return eventCount;
    }
}
