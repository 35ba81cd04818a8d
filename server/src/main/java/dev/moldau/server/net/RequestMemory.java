package dev.moldau.server.net;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many bytes the frames of all connections may hold together, from the first byte of a frame
 * until its response is ready. When they are used up, connections stop reading until some come
 * back: senders slow down, the process lives.
 *
 * <p>A declared size is not believed blindly: a frame begins with a buffer of {@link
 * #firstChunkBytes} and gets more only as it fills it. So peers that announce much and send nothing
 * hold little, and never more than half of the budget by trust alone.
 *
 * <p>Incomplete frames cannot block each other for good: one at a time may exceed the budget (the
 * overdraft). Memory is therefore bounded by the budget plus one frame of the largest size.
 *
 * <p>Safe for any thread.
 */
final class RequestMemory {

    /** The size up to which a declared length is believed while memory is plenty, in bytes. */
    static final int TRUSTED_BYTES = 1 << 20;

    /** The size up to which a declared length is always believed, in bytes. */
    static final int SMALL_BYTES = 16 << 10;

    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicBoolean overdraft = new AtomicBoolean();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final LongAdder refusals = new LongAdder();

    RequestMemory(long limitBytes) {
        if (limitBytes <= 0) {
            throw new IllegalArgumentException("limit is not positive: " + limitBytes);
        }
        this.limitBytes = limitBytes;
    }

    /** The size of the first buffer for a frame that is not in hand yet, in bytes. */
    int firstChunkBytes(int frameBytes) {
        int trusted = Math.min(frameBytes, TRUSTED_BYTES);
        boolean plenty = usedBytes.get() + trusted <= limitBytes / 2;
        return plenty ? trusted : Math.min(frameBytes, SMALL_BYTES);
    }

    /**
     * Takes bytes for a frame that begins. A single frame larger than the whole budget is let in
     * when nothing else is held.
     *
     * @return false if there are not enough; the caller then stops reading and registers with
     *     {@link #await}
     */
    boolean take(long bytes) {
        long before = usedBytes.get();
        while (before == 0 || before + bytes <= limitBytes) {
            if (usedBytes.compareAndSet(before, before + bytes)) {
                return true;
            }
            before = usedBytes.get();
        }
        refusals.increment();
        return false;
    }

    /**
     * Tries to get the right to exceed the budget, for a frame that has begun and cannot grow
     * within it. Whoever has it ends it with {@link #giveOverdraft}.
     */
    boolean takeOverdraft() {
        return overdraft.compareAndSet(false, true);
    }

    /** Takes bytes for the frame that has the overdraft. */
    void takeBeyond(long bytes) {
        usedBytes.addAndGet(bytes);
    }

    /** Gives the overdraft back, when the frame that had it is released. */
    void giveOverdraft() {
        overdraft.set(false);
        wakeOne();
    }

    /** Gives bytes back, and wakes one who waits for them. */
    void give(long bytes) {
        usedBytes.addAndGet(-bytes);
        wakeOne();
    }

    /**
     * Registers someone to be woken once when bytes come back. The caller tries again after this,
     * because bytes may have come back in between.
     */
    void await(Runnable wake) {
        waiting.add(wake);
    }

    /** Wakes the next one who waits, if any; a woken one that left room passes it on with this. */
    void wakeOne() {
        Runnable next = waiting.poll();
        if (next != null) {
            next.run();
        }
    }

    /** Whether somebody waits for bytes. */
    boolean isShort() {
        return !waiting.isEmpty();
    }

    long usedBytes() {
        return usedBytes.get();
    }

    long limitBytes() {
        return limitBytes;
    }

    /** How often a connection had to stop reading because the bytes were used up. */
    long refusals() {
        return refusals.sum();
    }
}
