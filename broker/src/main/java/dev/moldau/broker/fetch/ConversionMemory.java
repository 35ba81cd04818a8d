package dev.moldau.broker.fetch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many bytes of converted records may be in memory, from conversion until they have left. Old
 * consumers that do not read what they asked for would fill it otherwise.
 *
 * <p>Nobody is offered more than a part of what is left, so that many slow readers leave something
 * for the next. Safe for any thread.
 */
final class ConversionMemory {

    /** A response is offered one part of so many of what is left. */
    private static final int PARTS = 8;

    private static final long LEAST_BYTES = 16L << 20;
    private static final int SHARE_OF_HEAP = 8;

    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final LongAdder refusals = new LongAdder();

    ConversionMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** As much as a heap of that size can bear, in bytes. */
    static ConversionMemory ofHeap(long heapBytes) {
        return new ConversionMemory(Math.max(LEAST_BYTES, heapBytes / SHARE_OF_HEAP));
    }

    /** The most that a response should take at present, in bytes. */
    int offer(int wantedBytes) {
        return (int) Math.min(wantedBytes, Math.max(0, limitBytes - usedBytes.get()) / PARTS);
    }

    boolean take(int bytes) {
        if (usedBytes.addAndGet(bytes) <= limitBytes) {
            return true;
        }
        usedBytes.addAndGet(-bytes);
        refusals.increment();
        return false;
    }

    void give(int bytes) {
        usedBytes.addAndGet(-bytes);
    }

    long usedBytes() {
        return usedBytes.get();
    }

    /** How often records were left out because there was no memory for them. */
    long refusals() {
        return refusals.sum();
    }
}
