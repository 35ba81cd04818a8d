package dev.moldau.cluster.controller;

import dev.moldau.common.Timer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A timer whose time the test moves. */
final class ManualTimer implements Timer {

    private record Task(long dueMs, Runnable run) {}

    private final List<Task> tasks = new ArrayList<>();
    private long nowMs;

    @Override
    public Timeout schedule(long delayMs, Runnable task) {
        Task scheduled = new Task(nowMs + delayMs, task);
        tasks.add(scheduled);
        return () -> tasks.remove(scheduled);
    }

    void advance(long ms) {
        nowMs += ms;
        List<Task> due =
                tasks.stream()
                        .filter(t -> t.dueMs() <= nowMs)
                        .sorted(Comparator.comparingLong(Task::dueMs))
                        .toList();
        tasks.removeAll(due);
        due.forEach(t -> t.run().run());
    }
}
