package dev.moldau.client.scripted;

import dev.moldau.client.net.ClientLoop;
import dev.moldau.common.Clock;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A loop whose time moves only when a test says so. Any thread may add tasks; the one that advances
 * runs them.
 */
public final class VirtualLoop implements ClientLoop {

    private static final class Task implements Timeout {
        private final long atMs;
        private final long order;
        private @Nullable Runnable body;

        private Task(long atMs, long order, Runnable body) {
            this.atMs = atMs;
            this.order = order;
            this.body = body;
        }

        @Override
        public synchronized boolean cancel() {
            return take() != null;
        }

        private synchronized @Nullable Runnable take() {
            Runnable taken = body;
            body = null;
            return taken;
        }

        private synchronized boolean isLive() {
            return body != null;
        }
    }

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(
                    Comparator.<Task>comparingLong(task -> task.atMs)
                            .thenComparingLong(task -> task.order));
    private long nowMs = 1_000_000;
    private long order;
    private volatile @Nullable Thread runner;

    /** Runs what is due within the time, in order, and moves the time on. */
    public void advance(long ms) {
        long endMs = nowMs() + ms;
        runner = Thread.currentThread();
        for (Task task = due(endMs); task != null; task = due(endMs)) {
            Runnable body = task.take();
            if (body != null) {
                body.run();
            }
        }
        runner = null;
        setNow(endMs);
    }

    /** Runs what is due now. */
    public void turn() {
        advance(0);
    }

    /** The present, on the monotonic clock. */
    public synchronized long nowMs() {
        return nowMs;
    }

    /** How many tasks wait for their time. */
    public synchronized long waiting() {
        return tasks.stream().filter(Task::isLive).count();
    }

    private synchronized void setNow(long ms) {
        nowMs = ms;
    }

    private synchronized @Nullable Task due(long endMs) {
        Task first = tasks.peek();
        if (first == null || first.atMs > endMs) {
            return null;
        }
        nowMs = Math.max(nowMs, first.atMs);
        return tasks.poll();
    }

    @Override
    public synchronized Timeout schedule(long delayMs, Runnable body) {
        Task task = new Task(nowMs + Math.max(0, delayMs), order++, body);
        tasks.add(task);
        return task;
    }

    @Override
    public void execute(Runnable command) {
        schedule(0, command);
    }

    @Override
    public boolean isCurrent() {
        return runner == Thread.currentThread();
    }

    @Override
    public String name() {
        return "virtual";
    }

    @Override
    public Clock clock() {
        return new Clock() {
            @Override
            public long wallMs() {
                return 1_700_000_000_000L + nowMs();
            }

            @Override
            public long monotonicNs() {
                return nowMs() * 1_000_000;
            }
        };
    }
}
