package dev.moldau.simulation.world;

import dev.moldau.client.fake.VirtualTime;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One seed, one run: the clock, the chance and the trace of everything that happens. Confined to
 * the thread of the test.
 */
public final class World {

    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final VirtualTime time = new VirtualTime();
    private final SplittableRandom random;
    private final Thread owner = Thread.currentThread();
    private long trace;

    /** Written by another thread only if one has broken in. */
    private volatile @Nullable AssertionError fault;

    /** A world in which nothing is yet. */
    public World(long seed) {
        this.random = new SplittableRandom(mixed(seed));
    }

    /**
     * Seeds that follow each other become numbers that have nothing to do with each other. Their
     * multiples would not do: the generator itself counts in such steps, so that each run would be
     * the one before from its second number on.
     */
    private static long mixed(long seed) {
        long mixed = (seed ^ (seed >>> 32)) * 0xd6e8feb86659fd93L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xd6e8feb86659fd93L;
        return mixed ^ (mixed >>> 32);
    }

    /** The clock, and what is to happen. */
    public VirtualTime time() {
        return time;
    }

    /** The order of things: what interleaves, and what goes wrong when. */
    public RandomGenerator random() {
        return random;
    }

    /** Chance for a part of the world that must not disturb the others'. */
    public RandomGenerator newRandom() {
        return random.split();
    }

    /** Something has happened, as a number that says what. */
    public void trace(long what) {
        trace = Long.rotateLeft(trace, 7) * MIX ^ (what + time.nowNs());
    }

    /** Stands for all that has happened: two runs of one seed have the same. */
    public long traceHash() {
        return trace;
    }

    /**
     * Whether the caller runs within the world. Another thread of the JVM may wake a simulated one
     * that waits for a lock of the JVM's, or with a time limit: a bug of the simulation or of what
     * it runs, as it happens at a time that no seed decides.
     */
    boolean isOurs(Thread caller) {
        return caller == owner || caller.isVirtual();
    }

    /** A process met a bug: the run ends with it. The first one counts, and what adds to it. */
    void bug(String where, Throwable bug) {
        AssertionError found = fault;
        if (found == null) {
            fault = new AssertionError(where + " met a bug", bug);
        } else {
            found.addSuppressed(bug);
        }
    }

    boolean hasFault() {
        return fault != null;
    }

    /**
     * Lets time pass until the condition holds.
     *
     * @param limitMs how much virtual time may pass
     * @return whether the condition held in time
     * @throws AssertionError if a process met a bug
     */
    public boolean runUntil(BooleanSupplier done, long limitMs) {
        boolean reached = time.runUntil(() -> fault != null || done.getAsBoolean(), limitMs);
        AssertionError found = fault;
        if (found != null) {
            throw found;
        }
        return reached;
    }

    /** Lets so many milliseconds pass. */
    public void runFor(long ms) {
        runUntil(() -> false, ms);
    }

    /**
     * Lets the calling thread of a process wait while time passes. Does nothing on the thread of
     * the test, which waits for nobody.
     */
    public void sleep(long ns) {
        Thread caller = Thread.currentThread();
        if (!caller.isVirtual() || ns <= 0) {
            return;
        }
        long dueNs = time.nowNs() + ns;
        time.at(dueNs, () -> LockSupport.unpark(caller));
        while (time.nowNs() < dueNs) {
            LockSupport.park(this);
        }
    }
}
