package dev.moldau.cluster;

import dev.moldau.common.Lane;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/** A lane with a thread of its own; what a task throws is thrown again when the lane is closed. */
public final class OneThreadLane implements Lane, AutoCloseable {

    private final String name;
    private final AtomicReference<Thread> thread = new AtomicReference<>();
    private final AtomicReference<Throwable> bug = new AtomicReference<>();
    private final ExecutorService executor;

    public OneThreadLane(String name) {
        this.name = name;
        this.executor =
                Executors.newSingleThreadExecutor(
                        task -> {
                            Thread made = Thread.ofPlatform().name(name).daemon().unstarted(task);
                            thread.set(made);
                            return made;
                        });
    }

    @Override
    public void execute(Runnable task) {
        executor.execute(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException | Error e) {
                        bug.compareAndSet(null, e);
                    }
                });
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread().equals(thread.get());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void close() {
        executor.close();
        if (bug.get() != null) {
            throw new AssertionError("a task on the lane " + name + " failed", bug.get());
        }
    }
}
