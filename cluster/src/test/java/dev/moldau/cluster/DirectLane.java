package dev.moldau.cluster;

import dev.moldau.common.Lane;
import java.util.ArrayDeque;
import java.util.Queue;

/** A lane that runs tasks on the calling thread, one after the other, as soon as it is told. */
public final class DirectLane implements Lane {

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean running;
    private boolean held;

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        run();
    }

    /** Keeps tasks until {@link #release}. */
    public void hold() {
        held = true;
    }

    /** Runs what was kept. */
    public void release() {
        held = false;
        run();
    }

    private void run() {
        if (running || held) {
            return;
        }
        running = true;
        try {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        } finally {
            running = false;
        }
    }

    @Override
    public boolean isCurrent() {
        return running;
    }

    @Override
    public String name() {
        return "test";
    }
}
