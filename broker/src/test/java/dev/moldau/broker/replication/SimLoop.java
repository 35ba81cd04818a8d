package dev.moldau.broker.replication;

import dev.moldau.client.net.ClientLoop;
import dev.moldau.common.Clock;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Virtual time for a whole cluster on the test's own thread. */
final class SimLoop implements ClientLoop {

    private static final class Task implements Timeout {
        private final long atMs;
        private final long order;
        private @Nullable Runnable body;

        Task(long atMs, long order, Runnable body) {
            this.atMs = atMs;
            this.order = order;
            this.body = body;
        }

        @Override
        public boolean cancel() {
            boolean waiting = body != null;
            body = null;
            return waiting;
        }
    }

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(
                    Comparator.<Task>comparingLong(task -> task.atMs)
                            .thenComparingLong(task -> task.order));
    private long nowMs = 1_000_000;
    private long order;

    /** Runs what is due within the time, in order, and moves the time on. */
    void advance(long ms) {
        long endMs = nowMs + ms;
        for (Task next = tasks.peek(); next != null && next.atMs <= endMs; next = tasks.peek()) {
            tasks.remove();
            nowMs = Math.max(nowMs, next.atMs);
            Runnable body = next.body;
            next.body = null;
            if (body != null) {
                body.run();
            }
        }
        nowMs = endMs;
    }

    long nowMs() {
        return nowMs;
    }

    @Override
    public Timeout schedule(long delayMs, Runnable body) {
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
        return true;
    }

    @Override
    public String name() {
        return "simulation";
    }

    @Override
    public Clock clock() {
        return new Clock() {
            @Override
            public long wallMs() {
                return 1_700_000_000_000L + nowMs;
            }

            @Override
            public long monotonicNs() {
                return nowMs * 1_000_000;
            }
        };
    }

    /** The same time for one process: once that is dead nothing of it runs. */
    static final class Life implements ClientLoop {

        private final SimLoop time;
        private boolean dead;

        Life(SimLoop time) {
            this.time = time;
        }

        void end() {
            dead = true;
        }

        boolean isDead() {
            return dead;
        }

        @Override
        public Timeout schedule(long delayMs, Runnable task) {
            return time.schedule(
                    delayMs,
                    () -> {
                        if (!dead) {
                            task.run();
                        }
                    });
        }

        @Override
        public void execute(Runnable command) {
            if (dead) {
                throw new RejectedExecutionException("the process is dead");
            }
            schedule(0, command);
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public String name() {
            return "life";
        }

        @Override
        public Clock clock() {
            return time.clock();
        }
    }
}
