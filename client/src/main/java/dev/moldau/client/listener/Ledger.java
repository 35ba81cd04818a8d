package dev.moldau.client.listener;

import dev.moldau.client.Backoff;
import dev.moldau.common.TopicPartition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was read and is not committed yet, and who may work on it next. Without thread, clock or
 * input of its own; guarded by the desk's lock.
 *
 * <p>Invariants: no two pieces of work have messages of the same lane at the same time; a lane's
 * messages are handed out in their order, one that comes again before those behind it; at most
 * {@code concurrency} pieces of work are out.
 */
final class Ledger<K, V> {

    /** Less than a poll brings is not worth a pause. */
    private static final int LEAST_SHARE = 500;

    private final ListenerSettings settings;
    private final FailurePolicy policy;
    private final Backoff backoff;
    private final int maxBatch;
    private final Map<TopicPartition, Progress<K, V>> partitions = new LinkedHashMap<>();
    private final Map<LaneKey, Lane<K, V>> lanes = new HashMap<>();
    private final Deque<Lane<K, V>> ready = new ArrayDeque<>();
    private final PriorityQueue<Lane<K, V>> parked =
            new PriorityQueue<>(Comparator.comparingLong((Lane<K, V> lane) -> lane.dueMs));
    private final Set<Work<K, V>> out = new HashSet<>();
    private int records;
    private long bytes;
    private long doneSinceCommit;
    private boolean full;
    private boolean partitionFreed;

    /**
     * Nothing yet.
     *
     * @param maxBatch how many messages a piece of work may have
     */
    Ledger(ListenerSettings settings, FailurePolicy policy, Backoff backoff, int maxBatch) {
        this.settings = settings;
        this.policy = policy;
        this.backoff = backoff;
        this.maxBatch = maxBatch;
    }

    /** A partition is ours from now on. */
    void assigned(TopicPartition partition) {
        partitions.putIfAbsent(partition, new Progress<>());
    }

    /** Takes a message in; one of a partition that is not ours is left out. */
    void arrived(Message<K, V> message, @Nullable Exception undecodable) {
        Progress<K, V> progress = partitions.get(message.topicPartition());
        if (progress == null) {
            return;
        }
        Entry<K, V> entry = new Entry<>(message, lane(message.arrival()), undecodable);
        progress.add(entry);
        records++;
        bytes += entry.bytes();
        entry.lane.waiting.addLast(entry);
        wake(entry.lane);
    }

    private Lane<K, V> lane(Arrival arrival) {
        byte[] key = arrival.key();
        return switch (settings.order()) {
            case PARTITION -> lane(new LaneKey(arrival.place(), null));
            case KEY -> key == null ? new Lane<>(null) : lane(new LaneKey(arrival.place(), key));
            case NONE -> new Lane<>(null);
        };
    }

    private Lane<K, V> lane(LaneKey key) {
        return lanes.computeIfAbsent(key, Lane::new);
    }

    private void wake(Lane<K, V> lane) {
        if (lane.state == Lane.State.IDLE) {
            lane.state = Lane.State.READY;
            ready.addLast(lane);
        }
    }

    /** What was read of the partition ends here. */
    void reached(TopicPartition partition, Mark next) {
        Progress<K, V> progress = partitions.get(partition);
        if (progress != null) {
            progress.reached(next);
        }
    }

    /** How many more pieces of work could be begun now, as far as can be told without looking. */
    int startable() {
        return Math.min(ready.size(), settings.concurrency() - out.size());
    }

    /** Hands out the next messages; null if there are none or enough are out. */
    @Nullable Work<K, V> next(long nowMs) {
        if (out.size() >= settings.concurrency()) {
            return null;
        }
        List<Entry<K, V>> taken = new ArrayList<>();
        Lane<K, V> lane = ready.pollFirst();
        while (lane != null) {
            Entry<K, V> first = lane.first();
            if (first == null) {
                idle(lane);
            } else if (!taken.isEmpty() && first.alone()) {
                ready.addFirst(lane);
                break;
            } else {
                take(lane, taken);
                if (isFull(taken)) {
                    break;
                }
            }
            lane = ready.pollFirst();
        }
        if (taken.isEmpty()) {
            return null;
        }
        Work<K, V> work = new Work<>(taken, nowMs);
        out.add(work);
        return work;
    }

    private boolean isFull(List<Entry<K, V>> taken) {
        return taken.size() >= maxBatch
                || settings.order() == Order.PARTITION
                || taken.get(0).alone();
    }

    private void take(Lane<K, V> lane, List<Entry<K, V>> taken) {
        lane.state = Lane.State.BUSY;
        Entry<K, V> next = lane.first();
        while (next != null && taken.size() < maxBatch) {
            if (next.alone() && !taken.isEmpty()) {
                return;
            }
            lane.waiting.removeFirst();
            next.state = Entry.State.RUNNING;
            taken.add(next);
            if (next.alone()) {
                return;
            }
            next = lane.first();
        }
    }

    /** A handler has returned: its place is free for other work. */
    void ended(Work<K, V> work) {
        work.ended = true;
        out.remove(work);
    }

    /**
     * Takes in what has become of a message.
     *
     * @return whether it is to be sent to the dead letters now; its lane waits until that is told
     */
    boolean told(Entry<K, V> entry, Verdict verdict, long nowMs) {
        if (entry.state != Entry.State.RUNNING) {
            return false;
        }
        if (verdict instanceof Verdict.Done) {
            done(entry);
            return false;
        }
        if (verdict instanceof Verdict.Again again) {
            return again(entry, again, nowMs);
        }
        if (verdict instanceof Verdict.Dead dead) {
            entry.message.tries(entry.message.tries() + 1);
            return bury(entry, dead.reason());
        }
        back(entry, nowMs);
        return false;
    }

    private boolean again(Entry<K, V> entry, Verdict.Again again, long nowMs) {
        int tries = entry.message.tries() + 1;
        entry.message.tries(tries);
        if (policy.maxTries() > 0 && tries >= policy.maxTries()) {
            return bury(entry, again.reason());
        }
        back(entry, nowMs + (again.delayMs() < 0 ? backoff.afterMs(tries) : again.delayMs()));
        return false;
    }

    private boolean bury(Entry<K, V> entry, String reason) {
        entry.deadReason = reason;
        entry.lane.burying++;
        return true;
    }

    /** What was to be sent to the dead letters has come to its end there, or has not. */
    void buried(Entry<K, V> entry, boolean sent, long nowMs) {
        entry.lane.burying--;
        if (entry.state == Entry.State.RUNNING) {
            if (sent) {
                done(entry);
            } else {
                entry.burialsFailed++;
                back(entry, nowMs + backoff.afterMs(entry.burialsFailed));
            }
        }
        release(List.of(entry), nowMs);
    }

    /** A message that was to go to the dead letters before is handed out: it goes there again. */
    void buryAgain(Entry<K, V> entry) {
        entry.lane.burying++;
    }

    private void done(Entry<K, V> entry) {
        entry.state = Entry.State.DONE;
        forget(entry);
        doneSinceCommit++;
        Progress<K, V> progress = partitions.get(entry.message.topicPartition());
        if (progress != null) {
            progress.done();
            partitionFreed |= progress.isFreed(share(), settings.maxBufferedRecords());
        }
    }

    private void forget(Entry<K, V> entry) {
        records--;
        bytes -= entry.bytes();
    }

    private void back(Entry<K, V> entry, long dueMs) {
        Lane<K, V> lane = entry.lane;
        Progress<K, V> progress = partitions.get(entry.message.topicPartition());
        if (progress == null || progress.isRevoking()) {
            drop(entry);
            return;
        }
        entry.state = Entry.State.WAITING;
        lane.waiting.addFirst(entry);
        lane.dueMs = dueMs;
    }

    /**
     * Lets lanes go on whose messages of a piece of work are all told.
     *
     * @param entries that work's
     */
    void release(Collection<Entry<K, V>> entries, long nowMs) {
        for (Entry<K, V> entry : entries) {
            Lane<K, V> lane = entry.lane;
            if (lane.state != Lane.State.BUSY || lane.burying > 0) {
                continue;
            }
            if (lane.first() == null) {
                idle(lane);
            } else if (lane.dueMs > nowMs) {
                lane.state = Lane.State.PARKED;
                parked.add(lane);
            } else {
                lane.state = Lane.State.READY;
                ready.addLast(lane);
            }
        }
    }

    private void idle(Lane<K, V> lane) {
        lane.state = Lane.State.IDLE;
        if (lane.key != null) {
            lanes.remove(lane.key, lane);
        }
    }

    /** When the next lane is due that waits for its time; the greatest long if none does. */
    long nextDueMs() {
        Lane<K, V> first = parked.peek();
        return first == null ? Long.MAX_VALUE : first.dueMs;
    }

    /** Makes ready what has waited for its time. */
    void due(long nowMs) {
        Lane<K, V> first = parked.peek();
        while (first != null && first.dueMs <= nowMs) {
            parked.remove();
            first.state = Lane.State.READY;
            ready.addLast(first);
            first = parked.peek();
        }
    }

    /** What can be committed and is not yet. */
    Map<TopicPartition, Mark> marks() {
        Map<TopicPartition, Mark> marks = new LinkedHashMap<>();
        partitions.forEach(
                (partition, progress) -> {
                    Mark mark = progress.mark();
                    if (mark != null) {
                        marks.put(partition, mark);
                    }
                });
        return marks;
    }

    /** As {@link #marks()}, of these partitions. */
    Map<TopicPartition, Mark> marks(Collection<TopicPartition> wanted) {
        Map<TopicPartition, Mark> marks = marks();
        marks.keySet().retainAll(wanted);
        return marks;
    }

    /** A commit begins, of these; what is done from now on counts for the next. */
    Map<TopicPartition, Mark> takeMarks() {
        doneSinceCommit = 0;
        return marks();
    }

    /** How many messages were done since the last commit began. */
    long doneSinceCommit() {
        return doneSinceCommit;
    }

    /** These are committed. */
    void committed(Map<TopicPartition, Mark> marks) {
        marks.forEach(
                (partition, mark) -> {
                    Progress<K, V> progress = partitions.get(partition);
                    if (progress != null) {
                        progress.committed(mark);
                    }
                });
    }

    /** Begins nothing more of these partitions; what runs may come to its end. */
    void revoking(Collection<TopicPartition> gone) {
        for (TopicPartition partition : gone) {
            Progress<K, V> progress = partitions.get(partition);
            if (progress != null) {
                progress.revoking();
                for (Entry<K, V> entry : progress.entries()) {
                    if (entry.state == Entry.State.WAITING) {
                        drop(entry);
                    }
                }
            }
        }
    }

    /** Whether a handler works on messages of these partitions. */
    boolean hasRunning(Collection<TopicPartition> some) {
        return some.stream()
                .map(partitions::get)
                .anyMatch(progress -> progress != null && progress.hasRunning());
    }

    /**
     * Forgets these partitions.
     *
     * @return the work that still has messages of them, which now counts for nothing
     */
    List<Work<K, V>> gone(Collection<TopicPartition> gone) {
        for (TopicPartition partition : gone) {
            Progress<K, V> progress = partitions.remove(partition);
            if (progress != null) {
                for (Entry<K, V> entry : progress.entries()) {
                    if (entry.state != Entry.State.DONE && entry.state != Entry.State.DROPPED) {
                        drop(entry);
                    }
                }
            }
        }
        lanes.keySet().removeIf(key -> gone.contains(key.place()));
        return out.stream().filter(Ledger::isForNothing).toList();
    }

    private static <K, V> boolean isForNothing(Work<K, V> work) {
        return work.entries.stream().allMatch(entry -> entry.state == Entry.State.DROPPED);
    }

    private void drop(Entry<K, V> entry) {
        entry.state = Entry.State.DROPPED;
        entry.message.revoke();
        forget(entry);
    }

    /** Our partitions. */
    Set<TopicPartition> partitions() {
        return Set.copyOf(partitions.keySet());
    }

    /**
     * Partitions to read no more of for now. Reading goes on once half of a bound is free, so that
     * it does not stop and go with each message.
     */
    Set<TopicPartition> toPause() {
        partitionFreed = false;
        full = isBeyond(full ? 2 : 1);
        if (full) {
            return partitions();
        }
        Set<TopicPartition> ahead = new HashSet<>();
        partitions.forEach(
                (partition, progress) -> {
                    if (progress.isAhead(share(), settings.maxBufferedRecords())) {
                        ahead.add(partition);
                    }
                });
        return ahead;
    }

    /**
     * What one partition may take of the buffer, so that it holds messages of all of them: their
     * keys are what can be worked on in parallel. With very many partitions each may have some
     * nevertheless, and the bound of all holds.
     */
    private int share() {
        return Math.max(
                settings.maxBufferedRecords() / Math.max(1, partitions.size()),
                Math.min(LEAST_SHARE, settings.maxBufferedRecords()));
    }

    /** Whether something that was paused can go on. */
    boolean hasRoom() {
        return full ? !isBeyond(2) : partitionFreed;
    }

    private boolean isBeyond(int part) {
        return records >= Math.max(1, settings.maxBufferedRecords() / part)
                || bytes >= Math.max(1, settings.maxBufferedBytes() / part);
    }

    /** Messages that are read and not done. */
    int records() {
        return records;
    }

    /** Their bytes, roughly. */
    long bytes() {
        return bytes;
    }

    /** The work that is out. */
    Set<Work<K, V>> out() {
        return out;
    }

    /** Lanes that wait for their time. */
    int parkedLanes() {
        return parked.size();
    }
}
