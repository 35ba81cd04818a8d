package dev.moldau.storage;

import dev.moldau.common.Lane;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;

/** A lane that the test's own thread plays; commands run when the test says so. */
final class ManualLane implements Lane {

    private final Thread thread = Thread.currentThread();
    private final ArrayDeque<Runnable> commands = new ArrayDeque<>();
    private boolean closed;

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public String name() {
        return "test";
    }

    /** Takes no more commands, as a lane whose broker has ended. */
    synchronized void close() {
        closed = true;
    }

    @Override
    public synchronized void execute(Runnable command) {
        if (closed) {
            throw new RejectedExecutionException("the lane is closed");
        }
        commands.add(command);
    }

    synchronized int pending() {
        return commands.size();
    }

    void run() {
        while (true) {
            Runnable next;
            synchronized (this) {
                next = commands.poll();
            }
            if (next == null) {
                return;
            }
            next.run();
        }
    }
}
