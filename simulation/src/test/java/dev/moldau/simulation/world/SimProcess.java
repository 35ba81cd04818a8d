package dev.moldau.simulation.world;

import static java.util.Objects.requireNonNull;

import dev.moldau.broker.lane.LaneFactory;
import dev.moldau.common.Clock;
import dev.moldau.common.Timer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A process: its threads, lanes and timers, each step of which is an event of the world. It may be
 * paused, as by SIGSTOP, and killed, as by {@code kill -9}: then nothing of it runs any more.
 *
 * <p>A throwable that reaches the bottom of a thread is a bug: it ends the process and fails the
 * run.
 */
public final class SimProcess {

    private final World world;
    private final String name;
    private final long jitterNs;
    private final Deque<Runnable> posted = new ArrayDeque<>();
    private final Deque<Runnable> held = new ArrayDeque<>();
    private boolean paused;
    private boolean catchingUp;
    private boolean timersEnded;
    private boolean ended;

    /**
     * A process that has no threads yet.
     *
     * @param jitterNs how long a step waits at most for a processor
     */
    public SimProcess(World world, String name, long jitterNs) {
        this.world = world;
        this.name = name;
        this.jitterNs = jitterNs;
    }

    // ---- life

    /** Whether it has not been killed. */
    public boolean isAlive() {
        return !ended;
    }

    /** Whether it stands still. */
    public boolean isPaused() {
        return paused;
    }

    /** Stands still from now on; what becomes due waits. */
    public void pause() {
        paused = true;
    }

    /** Goes on; what has become due meanwhile comes first, in its order. */
    public void resume() {
        paused = false;
        if (!catchingUp && !held.isEmpty()) {
            catchingUp = true;
            world.time().at(world.time().nowNs() + jitter(), this::catchUp);
        }
    }

    private void catchUp() {
        while (!paused && !held.isEmpty()) {
            run(held.remove());
        }
        catchingUp = false;
    }

    /** Ends it: whatever it was about to do does not happen. */
    public void kill() {
        ended = true;
        held.clear();
        posted.clear();
    }

    // ---- what it runs

    /** Runs something soon, after what was posted before, on a thread that never waits. */
    public void post(Runnable task) {
        posted.add(task);
        nextStep(this::oneOfPosted);
    }

    private void oneOfPosted() {
        posted.remove().run();
    }

    private void nextStep(Runnable step) {
        at(world.time().nowNs() + jitter(), step);
    }

    /** Starts a thread. */
    public Thread start(String threadName, Runnable task) {
        Thread thread = unstarted(threadName, task);
        thread.start();
        return thread;
    }

    Thread unstarted(String threadName, Runnable task) {
        AtomicReference<Thread> itself = new AtomicReference<>();
        Thread thread =
                VirtualThreads.unstarted(
                        step -> nextStepOf(requireNonNull(itself.get()), step),
                        name + "/" + threadName,
                        () -> guarded(threadName, task));
        itself.set(thread);
        return thread;
    }

    private void nextStepOf(Thread thread, Runnable step) {
        Thread caller = Thread.currentThread();
        if (world.isOurs(caller)) {
            nextStep(step);
        } else if (!ended && !world.hasFault()) {
            world.bug(thread.getName(), new IllegalStateException("woken by " + caller));
            world.bug(thread.getName(), whereItWaited(thread));
        }
    }

    private static Throwable whereItWaited(Thread thread) {
        Throwable where = new IllegalStateException("it waited here");
        where.setStackTrace(thread.getStackTrace());
        return where;
    }

    /** A timer on the world's clock. */
    public Timer timer() {
        return (delayMs, task) ->
                at(
                        world.time().nowNs()
                                + TimeUnit.MILLISECONDS.toNanos(Math.clamp(delayMs, 0, 1L << 40))
                                + jitter(),
                        () -> due(task));
    }

    private void due(Runnable task) {
        if (!timersEnded) {
            guarded("timer", task);
        }
    }

    /** Closes the timer: what hangs there is forgotten. */
    public void endTimers() {
        timersEnded = true;
    }

    /** Makes lanes. */
    public LaneFactory lanes() {
        return laneName -> new SimLane(this, world.random(), laneName);
    }

    /** Threads that may wait, one for each task. */
    public Executor diskThreads() {
        return task -> start("disk", () -> runDiskTask(task));
    }

    /** As in a real process, what comes after the end of a lane is no bug. */
    private static void runDiskTask(Runnable task) {
        try {
            task.run();
        } catch (RejectedExecutionException e) {
            // The lane that was to hear of it has ended in good order.
        }
    }

    /** The world's clock. */
    public Clock clock() {
        return world.time().clock();
    }

    private long jitter() {
        return world.random().nextLong(jitterNs + 1);
    }

    private Timer.Timeout at(long atNs, Runnable task) {
        return world.time().at(atNs, () -> step(task));
    }

    private void step(Runnable task) {
        if (ended) {
            return;
        }
        if (paused || catchingUp) {
            held.add(task);
        } else {
            run(task);
        }
    }

    private void run(Runnable task) {
        world.trace(1);
        guarded("event loop", task);
    }

    /** Runs a step that is due now, or when the process goes on; never if it has ended. */
    public void turn(Runnable task) {
        step(task);
    }

    private void guarded(String where, Runnable task) {
        try {
            task.run();
        } catch (Throwable bug) {
            kill();
            world.bug(name + "/" + where, bug);
        }
    }

    @Override
    public String toString() {
        return name + (ended ? " (ended)" : paused ? " (paused)" : "");
    }
}
