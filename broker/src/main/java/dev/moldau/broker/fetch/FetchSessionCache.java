package dev.moldau.broker.fetch;

import dev.moldau.common.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The fetch sessions of this broker, at most as many as {@code
 * max.incremental.fetch.session.cache.slots}.
 *
 * <p>When all slots are taken, a new session gets the slot of the one that was unused for longest,
 * if that is longer than the protection time; else the slot of the smallest session that is older
 * than the protection time and has fewer partitions than the new one; else none, and its client
 * goes on without a session. Both ways of losing a slot are counted.
 *
 * <p>All sessions together remember at most {@code maxPartitions} partitions: a session that does
 * not fit is not opened, and one that outgrows the bound is closed, so that its client starts over.
 *
 * <p>Safe for use by any thread; guarded by its own lock, under which no other lock is taken.
 */
public final class FetchSessionCache {

    /** A session used within this time keeps its slot against any other; Kafka's figure. */
    public static final long PROTECTION_MS = 120_000;

    /** What a partition of a session costs, roughly. */
    private static final int HEAP_BYTES_PER_PARTITION = 384;

    private static final int SHARE_OF_HEAP = 8;
    private static final long LEAST_PARTITIONS = 50_000;

    private final int slots;
    private final long maxPartitions;
    private final Clock clock;
    private final RandomGenerator random;

    /** Least recently used first. */
    private final LinkedHashMap<Integer, Slot> byId = new LinkedHashMap<>(16, 0.75f, true);

    /** Removed, and to be closed outside of the lock. */
    private final Queue<FetchSession> removed = new ConcurrentLinkedQueue<>();

    /** In all sessions; guarded by this. */
    private long partitions;

    private final LongAdder evictions = new LongAdder();
    private final LongAdder refusals = new LongAdder();

    private static final class Slot {
        final FetchSession session;
        int size;
        final long createdMs;
        long usedMs;

        Slot(FetchSession session, int size, long nowMs) {
            this.session = session;
            this.size = size;
            this.createdMs = nowMs;
            this.usedMs = nowMs;
        }
    }

    /**
     * @param slots how many sessions there may be; 0 switches sessions off
     * @param heapBytes the heap of which sessions may take a part, in bytes
     * @param clock when sessions were used
     * @param random the source of session ids; used under the lock
     */
    public FetchSessionCache(int slots, long heapBytes, Clock clock, RandomGenerator random) {
        this.slots = slots;
        this.maxPartitions =
                Math.max(LEAST_PARTITIONS, heapBytes / SHARE_OF_HEAP / HEAP_BYTES_PER_PARTITION);
        this.clock = clock;
        this.random = random;
    }

    /** How many sessions there are. */
    public synchronized int size() {
        return byId.size();
    }

    /** How many partitions all sessions have together. */
    public synchronized long partitions() {
        return partitions;
    }

    /** How many sessions have lost their slot to another. */
    public long evictions() {
        return evictions.sum();
    }

    /** How many clients went without a session because all slots were taken. */
    public long refusals() {
        return refusals.sum();
    }

    /** The session; null if there is none of that id, or no longer. */
    synchronized @Nullable FetchSession find(int id) {
        Slot slot = byId.get(id);
        if (slot == null) {
            return null;
        }
        slot.usedMs = clock.monotonicMs();
        return slot.session;
    }

    /** Opens a session; null if no slot is to be had. */
    @Nullable FetchSession open(boolean usesTopicIds, Collection<FetchTarget> targets) {
        FetchSession opened = openLocked(usesTopicIds, targets);
        closeRemoved();
        return opened;
    }

    private synchronized @Nullable FetchSession openLocked(
            boolean usesTopicIds, Collection<FetchTarget> targets) {
        long nowMs = clock.monotonicMs();
        if (partitions + targets.size() > maxPartitions
                || (byId.size() >= slots && !makeRoom(targets.size(), nowMs))) {
            refusals.increment();
            return null;
        }
        FetchSession session = new FetchSession(newId(), usesTopicIds, targets);
        int size = targets.size();
        partitions += size;
        byId.put(session.id(), new Slot(session, size, nowMs));
        return session;
    }

    /**
     * Notes that a session has so many partitions now.
     *
     * @return false if that was too much and the session is closed
     */
    boolean resized(int id, int size) {
        boolean stays = resizedLocked(id, size);
        closeRemoved();
        return stays;
    }

    private synchronized boolean resizedLocked(int id, int size) {
        Slot slot = byId.get(id);
        if (slot == null) {
            return true;
        }
        if (size > slot.size && partitions + size - slot.size > maxPartitions) {
            evict(id);
            return false;
        }
        partitions += size - slot.size;
        slot.size = size;
        return true;
    }

    void close(int id) {
        synchronized (this) {
            remove(id);
        }
        closeRemoved();
    }

    private void closeRemoved() {
        FetchSession gone = removed.poll();
        while (gone != null) {
            gone.close();
            gone = removed.poll();
        }
    }

    private void remove(int id) {
        Slot gone = byId.remove(id);
        if (gone != null) {
            partitions -= gone.size;
            removed.add(gone.session);
        }
    }

    private boolean makeRoom(int size, long nowMs) {
        if (byId.isEmpty()) {
            return false;
        }
        Map.Entry<Integer, Slot> idlest = byId.firstEntry();
        if (nowMs - idlest.getValue().usedMs > PROTECTION_MS) {
            return evict(idlest.getKey());
        }
        Map<Integer, Slot> smaller = new HashMap<>();
        byId.forEach(
                (id, slot) -> {
                    if (slot.size < size && nowMs - slot.createdMs > PROTECTION_MS) {
                        smaller.put(id, slot);
                    }
                });
        return smaller.entrySet().stream()
                .min((a, b) -> Integer.compare(a.getValue().size, b.getValue().size))
                .map(entry -> evict(entry.getKey()))
                .orElse(false);
    }

    private boolean evict(int id) {
        remove(id);
        evictions.increment();
        return true;
    }

    private int newId() {
        int id;
        do {
            id = random.nextInt(1, Integer.MAX_VALUE);
        } while (byId.containsKey(id));
        return id;
    }
}
