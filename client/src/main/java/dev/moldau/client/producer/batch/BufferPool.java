package dev.moldau.client.producer.batch;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The memory that batches take, {@code buffer.memory} bytes in all. Buffers of {@code batch.size},
 * and of two, four and eight times as much for records that are to be compressed, are direct, made
 * when first needed and used again. Other sizes, for records larger than a batch, are on the heap,
 * where the collector takes them back soon; both count.
 *
 * <p>Callers who find no memory wait in the order of their coming. Nobody overtakes them, not even
 * those who ask for less, so that large requests do not starve.
 *
 * <p>Safe for use by any thread. Its lock is the innermost: nothing foreign is called under it.
 */
final class BufferPool {

    /** How many times {@code batch.size} the largest buffer that is kept has. */
    static final int LARGEST_MULTIPLE = 8;

    private static final int CLASSES = 4;

    private final long totalBytes;
    private final int batchBytes;
    private final Runnable runningShort;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<ByteBuffer>[] free = newFreeLists();
    private final ArrayDeque<Condition> waiters = new ArrayDeque<>();

    private long unallocatedBytes;
    private long freeBytes;
    private volatile boolean shortage;
    private boolean closed;

    /**
     * A pool.
     *
     * @param totalBytes {@code buffer.memory}
     * @param batchBytes {@code batch.size}, at least 1
     * @param runningShort called by the thread that finds no memory, without a lock, when nobody
     *     had since memory last came back
     */
    BufferPool(long totalBytes, int batchBytes, Runnable runningShort) {
        this.totalBytes = totalBytes;
        this.batchBytes = batchBytes;
        this.runningShort = runningShort;
        this.unallocatedBytes = totalBytes;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static ArrayDeque<ByteBuffer>[] newFreeLists() {
        ArrayDeque<ByteBuffer>[] lists = new ArrayDeque[CLASSES];
        for (int i = 0; i < CLASSES; i++) {
            lists[i] = new ArrayDeque<>();
        }
        return lists;
    }

    /**
     * Takes memory if there is some and nobody waits for it; never waits.
     *
     * @return an empty buffer, or null
     */
    @Nullable ByteBuffer tryTake(int bytes) {
        boolean news = false;
        lock.lock();
        try {
            if (closed) {
                return null;
            }
            if (waiters.isEmpty() && reserve(bytes)) {
                return pooled(bytes);
            }
            news = !shortage;
            shortage = true;
        } finally {
            lock.unlock();
            if (news) {
                runningShort.run();
            }
        }
        return null;
    }

    /**
     * Takes memory if at least half of all is free afterwards and nobody waits: for what is good to
     * have. Does not count as running short.
     *
     * @return an empty buffer, or null
     */
    @Nullable ByteBuffer takeFromPlenty(int bytes) {
        lock.lock();
        try {
            boolean plenty = unallocatedBytes + freeBytes - bytes >= totalBytes / 2;
            boolean granted = plenty && !closed && waiters.isEmpty() && reserve(bytes);
            return granted ? pooled(bytes) : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes memory if there is some, also before those who wait for it, and without telling that it
     * runs short: for one who gives back more than that at once.
     *
     * @return an empty buffer, or null
     */
    @Nullable ByteBuffer takeInExchange(int bytes) {
        lock.lock();
        try {
            return !closed && reserve(bytes) ? pooled(bytes) : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes memory that is not there if need be: for the loop, which must not wait, when it takes a
     * batch apart whose own memory comes back soon. What comes back fills the gap first.
     */
    ByteBuffer takeOverdrawing(int bytes) {
        lock.lock();
        try {
            if (!reserve(bytes)) {
                unallocatedBytes -= bytes;
                return ByteBuffer.allocate(bytes);
            }
            return pooled(bytes);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes memory, and waits for it behind those who came before.
     *
     * @return an empty buffer; null if the time is over or the pool is closed
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    @Nullable ByteBuffer take(int bytes, long maxWaitMs) throws InterruptedException {
        Condition turn;
        boolean news;
        lock.lock();
        try {
            if (closed) {
                return null;
            }
            if (waiters.isEmpty() && reserve(bytes)) {
                return pooled(bytes);
            }
            turn = lock.newCondition();
            waiters.addLast(turn);
            news = !shortage;
            shortage = true;
        } finally {
            lock.unlock();
        }
        try {
            if (news) {
                runningShort.run();
            }
            return awaitTurn(turn, bytes, maxWaitMs);
        } finally {
            leave(turn);
        }
    }

    @SuppressWarnings("ReferenceEquality") // This very condition, whatever equals means.
    private @Nullable ByteBuffer awaitTurn(Condition turn, int bytes, long maxWaitMs)
            throws InterruptedException {
        lock.lock();
        try {
            long leftNs = TimeUnit.MILLISECONDS.toNanos(maxWaitMs);
            while (!closed) {
                if (waiters.peekFirst() == turn && reserve(bytes)) {
                    return pooled(bytes);
                }
                if (leftNs <= 0) {
                    return null;
                }
                leftNs = turn.awaitNanos(leftNs);
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void leave(Condition turn) {
        lock.lock();
        try {
            waiters.remove(turn);
            wakeNext();
        } finally {
            lock.unlock();
        }
    }

    private void wakeNext() {
        Condition next = waiters.peekFirst();
        if (next != null) {
            next.signal();
        } else if (unallocatedBytes + freeBytes > 0) {
            shortage = false;
        }
    }

    /** Sets memory aside: on a free list of this size, or not allocated. Under the lock. */
    private boolean reserve(int bytes) {
        int sizeClass = classOf(bytes);
        if (sizeClass >= 0 && !free[sizeClass].isEmpty()) {
            return true;
        }
        if (unallocatedBytes + freeBytes < bytes) {
            return false;
        }
        for (int i = CLASSES - 1; unallocatedBytes < bytes && i >= 0; i--) {
            drop(i, bytes);
        }
        return true;
    }

    private void drop(int sizeClass, int bytes) {
        int size = batchBytes << sizeClass;
        while (unallocatedBytes < bytes && free[sizeClass].pollLast() != null) {
            freeBytes -= size;
            unallocatedBytes += size;
        }
    }

    /** The buffer whose bytes were set aside. Under the lock. */
    private ByteBuffer pooled(int bytes) {
        int sizeClass = classOf(bytes);
        ByteBuffer kept = sizeClass < 0 ? null : free[sizeClass].pollLast();
        if (kept != null) {
            freeBytes -= bytes;
            return kept.clear();
        }
        // Allocated before it counts: an OutOfMemoryError must not eat memory for good.
        ByteBuffer made =
                sizeClass >= 0 ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes);
        unallocatedBytes -= bytes;
        return made;
    }

    private int classOf(int bytes) {
        for (int i = 0; i < CLASSES; i++) {
            if ((long) batchBytes << i == bytes) {
                return i;
            }
        }
        return -1;
    }

    /** Takes a buffer back, which nothing may refer to any more. */
    void giveBack(ByteBuffer buffer) {
        int bytes = buffer.capacity();
        int sizeClass = buffer.isDirect() ? classOf(bytes) : -1;
        lock.lock();
        try {
            if (sizeClass < 0 || closed || unallocatedBytes < 0) {
                unallocatedBytes += bytes;
            } else {
                free[sizeClass].addLast(buffer);
                freeBytes += bytes;
            }
            assert unallocatedBytes + freeBytes <= totalBytes : "a buffer came back twice";
            wakeNext();
        } finally {
            lock.unlock();
        }
    }

    /** Whether somebody found no memory, and none has become free since for all who wait. */
    boolean isShort() {
        return shortage;
    }

    /** All memory, taken or not, in bytes. */
    long totalBytes() {
        return totalBytes;
    }

    /** What could be taken now, in bytes; negative while overdrawn. */
    long availableBytes() {
        lock.lock();
        try {
            return unallocatedBytes + freeBytes;
        } finally {
            lock.unlock();
        }
    }

    /** How many callers wait. */
    int waiting() {
        lock.lock();
        try {
            return waiters.size();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes all who wait, who get nothing, and gives no more; buffers still come back. */
    void close() {
        lock.lock();
        try {
            closed = true;
            for (int i = 0; i < CLASSES; i++) {
                free[i].clear();
            }
            unallocatedBytes += freeBytes;
            freeBytes = 0;
            waiters.forEach(Condition::signal);
        } finally {
            lock.unlock();
        }
    }
}
