package dev.moldau.broker.api;

import dev.moldau.protocol.wire.WireLimits;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many elements the requests in flight may have together, and one of them alone: the bound of
 * the heap that decoded requests and their answers take. Frames do not bound it, because an element
 * of a few bytes on the wire becomes several objects.
 *
 * <p>Safe for any thread.
 */
public final class RequestElements {

    /** What an element costs at most while it is in flight: decoded, worked on, answered. */
    private static final int HEAP_BYTES_PER_ELEMENT = 2_048;

    private static final int LEAST = 20_000;

    /** Requests of up to so many elements are not worth counting. */
    private static final int FEW = 4;

    private final int limit;
    private final AtomicLong used = new AtomicLong();
    private final LongAdder refusals = new LongAdder();

    RequestElements(int limit) {
        this.limit = limit;
    }

    /** As many as a heap of that size can bear, in bytes. */
    public static RequestElements ofHeap(long heapBytes) {
        return new RequestElements(
                Math.clamp(
                        heapBytes / HEAP_BYTES_PER_ELEMENT,
                        LEAST,
                        WireLimits.MAX_REQUEST_ELEMENTS));
    }

    /** How many a single request may have. */
    public int limit() {
        return limit;
    }

    /** How many requests were turned away because others had taken what there is. */
    public long refusals() {
        return refusals.sum();
    }

    /** How many the requests in flight have, but for small requests. */
    public long used() {
        return used.get();
    }

    /**
     * Takes the elements of a request; whoever took them gives them back.
     *
     * @return false if there are not enough
     */
    boolean take(int elements) {
        if (elements <= FEW) {
            return true;
        }
        if (used.addAndGet(elements) <= limit) {
            return true;
        }
        used.addAndGet(-elements);
        refusals.increment();
        return false;
    }

    void give(int elements) {
        if (elements > FEW) {
            used.addAndGet(-elements);
        }
    }
}
