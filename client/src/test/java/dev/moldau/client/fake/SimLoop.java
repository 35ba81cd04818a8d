package dev.moldau.client.fake;

import dev.moldau.client.net.ClientLoop;
import dev.moldau.common.Clock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * A client's loop in virtual time, and everything outside it too: callers, the network and brokers
 * are events on the same thread, told apart by {@link #isCurrent}. One seed, one order of events.
 * What an event throws comes out of {@link #runUntil}.
 */
public final class SimLoop implements ClientLoop {

    private final VirtualTime time;
    private final RandomGenerator random;
    private final long jitterNs;
    private final Consumer<Runnable> turns;
    private long lastCommandNs;
    private boolean current;

    /**
     * A loop with a time of its own.
     *
     * @param jitterNs how late timers and commands may be at most; 0 for exact times
     */
    public SimLoop(RandomGenerator random, long jitterNs) {
        this(new VirtualTime(), random, jitterNs);
    }

    /** A loop in a time that it shares with others. */
    public SimLoop(VirtualTime time, RandomGenerator random, long jitterNs) {
        this(time, random, jitterNs, Runnable::run);
    }

    /**
     * A loop of a process that may stand still or be killed.
     *
     * @param turns gets each turn of the loop when it is due, and runs it at once, or later in the
     *     same order, or never
     */
    public SimLoop(
            VirtualTime time, RandomGenerator random, long jitterNs, Consumer<Runnable> turns) {
        this.time = time;
        this.random = random;
        this.jitterNs = jitterNs;
        this.turns = turns;
        this.lastCommandNs = time.nowNs();
    }

    @Override
    public Clock clock() {
        return time.clock();
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
        lastCommandNs = Math.max(lastCommandNs, time.nowNs() + jitter());
        onLoopAt(lastCommandNs, command);
    }

    @Override
    public Timeout schedule(long delayMs, Runnable task) {
        return onLoopAt(time.nowNs() + VirtualTime.nanos(delayMs) + jitter(), task);
    }

    /** Runs something that is not the loop's: a caller, a broker, the network. */
    public Timeout outside(long delayMs, Runnable task) {
        return time.after(delayMs, task);
    }

    /** As {@link #outside}, at a time of the monotonic clock, in ns. */
    Timeout outsideAt(long atNs, Runnable task) {
        return time.at(atNs, task);
    }

    /** Runs something on the loop at a time of the monotonic clock, in ns. */
    Timeout onLoopAt(long atNs, Runnable task) {
        return time.at(atNs, () -> turns.accept(() -> runOnLoop(task)));
    }

    private void runOnLoop(Runnable task) {
        current = true;
        try {
            task.run();
        } finally {
            current = false;
        }
    }

    private long jitter() {
        return jitterNs == 0 ? 0 : random.nextLong(jitterNs + 1);
    }

    /** See {@link VirtualTime#runUntil}. */
    public boolean runUntil(BooleanSupplier done, long limitMs) {
        return time.runUntil(done, limitMs);
    }

    /** See {@link VirtualTime#runFor}. */
    public void runFor(long ms) {
        time.runFor(ms);
    }

    /** See {@link VirtualTime#mostEvents}. */
    public void mostEvents(long bound) {
        time.mostEvents(bound);
    }

    /** How many events have run. */
    public long eventCount() {
        return time.eventCount();
    }
}
