package dev.moldau.client.listener;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.client.metrics.Metric;
import dev.moldau.common.TopicPartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A consumer in virtual time that reads logs of this JVM. While it waits, time goes on, and with it
 * whatever else the test has planned.
 */
final class FakeSource implements Source {

    /** What outlives a member of the group. */
    static final class Group {
        final Map<TopicPartition, List<Arrival>> logs = new TreeMap<>(FakeSource::compare);
        final Map<TopicPartition, Mark> committed = new HashMap<>();

        void append(TopicPartition place, byte @Nullable [] key, byte @Nullable [] value) {
            List<Arrival> log = logs.computeIfAbsent(place, ignored -> new ArrayList<>());
            log.add(new Arrival(place, log.size(), 3, 1_000, false, key, value, List.of()));
        }

        long committed(TopicPartition place) {
            Mark mark = committed.get(place);
            return mark == null ? 0 : mark.offset();
        }
    }

    final Group group;
    final Deque<Runnable> rebalances = new ArrayDeque<>();
    final Map<TopicPartition, Long> positions = new LinkedHashMap<>();
    final Set<TopicPartition> paused = new HashSet<>();
    final List<Map<TopicPartition, Mark>> commits = new ArrayList<>();
    int maxRecords = 50;
    int polls;
    int pauses;
    boolean closed;
    boolean hangsInClose;
    @Nullable ClientException nextPollFails;
    @Nullable ClientException nextCommitFails;
    long commitTakesMs = 5;

    private final VirtualTime time;
    private @Nullable Ownership ownership;
    private boolean woken;
    private boolean fenced;
    private final Deque<Runnable> callbacks = new ArrayDeque<>();

    FakeSource(VirtualTime time, Group group) {
        this.time = time;
        this.group = group;
    }

    static int compare(TopicPartition a, TopicPartition b) {
        int topics = a.topic().compareTo(b.topic());
        return topics != 0 ? topics : Integer.compare(a.partition(), b.partition());
    }

    Ownership ownership() {
        return Objects.requireNonNull(ownership, "not subscribed");
    }

    /** Gives partitions within the next poll. */
    void assign(Collection<TopicPartition> partitions) {
        rebalances.add(
                () -> {
                    fenced = false;
                    partitions.forEach(p -> positions.put(p, group.committed(p)));
                    ownership().assigned(partitions);
                });
        woken = true;
    }

    /** Takes partitions within the next poll. */
    void revoke(Collection<TopicPartition> partitions) {
        rebalances.add(
                () -> {
                    ownership().revoked(partitions);
                    positions.keySet().removeAll(partitions);
                    paused.removeAll(partitions);
                });
        woken = true;
    }

    /** The group goes on without this member, which hears of it in the next poll. */
    void fence() {
        fenced = true;
        rebalances.add(
                () -> {
                    Set<TopicPartition> lost = Set.copyOf(positions.keySet());
                    ownership().lost(lost);
                    positions.clear();
                    paused.clear();
                });
        woken = true;
    }

    @Override
    public void subscribe(Ownership told) {
        ownership = told;
    }

    @Override
    public Arrivals poll(long maxWaitMs) {
        polls++;
        runCallbacks();
        while (!rebalances.isEmpty()) {
            rebalances.remove().run();
        }
        if (nextPollFails != null) {
            ClientException failure = nextPollFails;
            nextPollFails = null;
            throw failure;
        }
        Arrivals arrivals = take();
        if (arrivals.records().isEmpty()) {
            time.runUntil(() -> woken || isReadable(), maxWaitMs);
            runCallbacks();
            if (!woken) {
                arrivals = take();
            }
        }
        woken = false;
        // Time goes on in any case, as it does while a client decodes what it read.
        time.runFor(1);
        return arrivals;
    }

    private void runCallbacks() {
        while (!callbacks.isEmpty()) {
            callbacks.remove().run();
        }
    }

    private boolean isReadable() {
        return positions.keySet().stream().anyMatch(p -> !paused.contains(p) && left(p) > 0);
    }

    private long left(TopicPartition place) {
        return group.logs.getOrDefault(place, List.of()).size() - positions.getOrDefault(place, 0L);
    }

    private Arrivals take() {
        List<Arrival> records = new ArrayList<>();
        Map<TopicPartition, Mark> reached = new HashMap<>();
        for (TopicPartition place : List.copyOf(positions.keySet())) {
            long position = positions.getOrDefault(place, 0L);
            while (!paused.contains(place) && left(place) > 0 && records.size() < maxRecords) {
                records.add(group.logs.getOrDefault(place, List.of()).get((int) position));
                position++;
                positions.put(place, position);
                reached.put(place, new Mark(position, 3));
            }
        }
        return new Arrivals(records, reached);
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        pauses++;
        paused.addAll(partitions);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        paused.removeAll(partitions);
    }

    @Override
    public void commitAsync(
            Map<TopicPartition, Mark> marks, Consumer<@Nullable ClientException> done) {
        time.after(
                commitTakesMs,
                () -> {
                    ClientException failure = commit(marks);
                    callbacks.add(() -> done.accept(failure));
                });
    }

    private @Nullable ClientException commit(Map<TopicPartition, Mark> marks) {
        ClientException failure = nextCommitFails;
        nextCommitFails = null;
        if (failure == null && fenced) {
            return new RetriableException("fenced");
        }
        if (failure == null && !closed) {
            commits.add(Map.copyOf(marks));
            group.committed.putAll(marks);
        }
        return failure;
    }

    @Override
    public void commitSync(Map<TopicPartition, Mark> marks, long timeoutMs) {
        time.runFor(Math.min(commitTakesMs, timeoutMs));
        ClientException failure = commit(marks);
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void wakeup() {
        woken = true;
    }

    @Override
    public void close(long timeoutMs) {
        if (hangsInClose) {
            time.runFor(timeoutMs);
        }
        closed = true;
    }

    @Override
    public Map<String, Metric> metrics() {
        return Map.of();
    }
}
