package dev.moldau.simulation.world;

import dev.moldau.broker.lane.BatchingLane;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * A lane of a simulated process: a thread whose drains take as many commands as chance says, so
 * that its turns fall between those of others in every order. It may wait, as a real one may.
 */
final class SimLane implements BatchingLane {

    private static final int DRAIN_LIMIT = 128;

    private final RandomGenerator random;
    private final String name;
    private final Thread thread;
    private final ArrayDeque<Runnable> commands = new ArrayDeque<>();
    private final ArrayDeque<Runnable> drainEnd = new ArrayDeque<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private boolean closing;
    private boolean closed;

    SimLane(SimProcess process, RandomGenerator random, String name) {
        this.random = random;
        this.name = name;
        this.thread = process.unstarted(name, this::run);
        thread.start();
    }

    @Override
    public void execute(Runnable command) {
        if (closed) {
            throw new RejectedExecutionException("lane " + name + " is closed");
        }
        commands.add(command);
        LockSupport.unpark(thread);
    }

    @Override
    public void atEndOfDrain(Runnable task) {
        if (!isCurrent()) {
            throw new IllegalStateException("not on lane " + name);
        }
        drainEnd.add(task);
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void close() {
        if (!closed) {
            execute(() -> closing = true);
        }
        ended.join();
    }

    // The scheduler is the world.
    @SuppressWarnings("ThreadPriorityCheck")
    private void run() {
        while (!closing || !commands.isEmpty()) {
            if (commands.isEmpty()) {
                LockSupport.park(this);
            } else {
                drain(1 + random.nextInt(Math.min(commands.size(), DRAIN_LIMIT)));
                Thread.yield();
            }
        }
        closed = true;
        ended.complete(null);
    }

    private void drain(int count) {
        for (int i = 0; i < count; i++) {
            commands.remove().run();
        }
        while (!drainEnd.isEmpty()) {
            drainEnd.remove().run();
        }
    }
}
