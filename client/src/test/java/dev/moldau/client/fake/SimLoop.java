package dev.moldau.client.fake;

import dev.moldau.client.net.ClientLoop;
import dev.moldau.common.Clock;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * A client's loop in virtual time, and everything outside it too: callers, the network and brokers
 * are events on the same thread, told apart by {@link #isCurrent}. One seed, one order of events.
 * What an event throws comes out of {@link #runUntil}.
 */
public final class SimLoop implements ClientLoop {

    private static final long START_NS = 1_000_000_000L;
    private static final long WALL_OFFSET_MS = 1_700_000_000_000L;

    private final RandomGenerator random;
    private final long jitterNs;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Clock clock = new VirtualClock();
    private long nowNs = START_NS;
    private long lastCommandNs = START_NS;
    private long sequence;
    private long eventCount;
    private long mostEvents = Long.MAX_VALUE;
    private boolean current;

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
        final boolean onLoop;
        final Runnable task;
        boolean over;

        Event(long atNs, long sequence, boolean onLoop, Runnable task) {
            this.atNs = atNs;
            this.sequence = sequence;
            this.onLoop = onLoop;
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

    /**
     * @param jitterNs how late timers and commands may be at most; 0 for exact times
     */
    public SimLoop(RandomGenerator random, long jitterNs) {
        this.random = random;
        this.jitterNs = jitterNs;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public boolean isCurrent() {
        return current;
    }

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public void execute(Runnable command) {
        lastCommandNs = Math.max(lastCommandNs, nowNs + jitter());
        add(lastCommandNs, true, command);
    }

    @Override
    public Timeout schedule(long delayMs, Runnable task) {
        return add(nowNs + nanos(delayMs) + jitter(), true, task);
    }

    /** Runs something that is not the loop's: a caller, a broker, the network. */
    public Timeout outside(long delayMs, Runnable task) {
        return add(nowNs + nanos(delayMs), false, task);
    }

    /** As {@link #outside}, at a time of the monotonic clock, in ns. */
    Timeout outsideAt(long atNs, Runnable task) {
        return add(Math.max(atNs, nowNs), false, task);
    }

    /** Runs something on the loop at a time of the monotonic clock, in ns. */
    Timeout onLoopAt(long atNs, Runnable task) {
        return add(Math.max(atNs, nowNs), true, task);
    }

    private static long nanos(long delayMs) {
        return TimeUnit.MILLISECONDS.toNanos(Math.min(Math.max(delayMs, 0), 1L << 40));
    }

    private long jitter() {
        return jitterNs == 0 ? 0 : random.nextLong(jitterNs + 1);
    }

    private Event add(long atNs, boolean onLoop, Runnable task) {
        Event event = new Event(atNs, sequence++, onLoop, task);
        events.add(event);
        return event;
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
        current = event.onLoop;
        try {
            event.task.run();
        } finally {
            current = false;
        }
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
