package dev.moldau.client.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The memory of large answers, used again and again: who fetches gets answers of about the same
 * size one after the other, and allocators hand out new memory for each that is larger than what
 * they pool, which costs more than all else that is done with the bytes.
 *
 * <p>Belongs to one connection. Taken from on the loop; what is taken may come back on any thread.
 */
final class AnswerMemory {

    /**
     * What is kept for later answers, in bytes; beyond it, the eldest goes. Two answers of six
     * partitions: one is read while the next one comes.
     */
    static final int MAX_SPARE_BYTES = 16 << 20;

    /** What answers grow from that are larger than all before. */
    private static final int FIRST_BYTES = 64 << 10;

    /** Capacities are whole multiples of it, so that what one answer had fits the next. */
    private static final int STEP_BYTES = 256 << 10;

    private final ArrayDeque<ByteBuf> spares = new ArrayDeque<>();
    private final Queue<ByteBuf> returned = new ConcurrentLinkedQueue<>();
    private long spareBytes;

    /** The size of the largest answer that came whole. */
    private long largestBytes;

    private volatile boolean closed;

    /** The memory of one answer, until all who keep it are done. */
    private static final class Kept implements AnswerBytes {

        private final AnswerMemory memory;
        private final ByteBuf buffer;
        private final AtomicInteger keepers = new AtomicInteger(1);

        Kept(AnswerMemory memory, ByteBuf buffer) {
            this.memory = memory;
            this.buffer = buffer;
        }

        @Override
        public void retain() {
            if (keepers.getAndIncrement() <= 0) {
                throw new IllegalStateException("retained after the last release");
            }
        }

        @Override
        public void release() {
            int left = keepers.decrementAndGet();
            if (left < 0) {
                throw new IllegalStateException("released more often than retained");
            }
            if (left == 0) {
                memory.giveBack(buffer);
            }
        }
    }

    /**
     * An empty buffer for an answer of this size: one that was used before, if one is large enough;
     * else a new one. If no answer of the size has come yet, that is a small one, which is to grow
     * with what really arrives.
     */
    ByteBuf take(long sizeBytes, ByteBufAllocator allocator) {
        collect();
        @Nullable ByteBuf best = null;
        for (ByteBuf spare : spares) {
            if (spare.capacity() >= sizeBytes
                    && (best == null || spare.capacity() < best.capacity())) {
                best = spare;
            }
        }
        if (best == null) {
            return allocator.directBuffer(
                    sizeBytes <= largestBytes ? roundedUp(sizeBytes) : FIRST_BYTES);
        }
        remove(best);
        return best.clear();
    }

    /** A capacity for so many bytes. */
    static int roundedUp(long bytes) {
        return (int)
                Math.min(Integer.MAX_VALUE, (bytes + STEP_BYTES - 1) / STEP_BYTES * STEP_BYTES);
    }

    @SuppressWarnings("ReferenceEquality") // buffers are equal if their bytes are
    private void remove(ByteBuf one) {
        Iterator<ByteBuf> all = spares.iterator();
        while (all.hasNext()) {
            if (all.next() == one) {
                all.remove();
                spareBytes -= one.capacity();
                return;
            }
        }
    }

    /** Keeps the buffer of an answer that is whole until it is released; once for each. */
    AnswerBytes keep(ByteBuf taken) {
        largestBytes = Math.max(largestBytes, taken.readableBytes());
        return new Kept(this, taken);
    }

    /** What was taken is not needed any more. Any thread. */
    void giveBack(ByteBuf taken) {
        returned.add(taken);
        if (closed) {
            releaseReturned(); // it came while the connection went
        }
    }

    /** Sorts in what came back, and lets go what is too much. */
    void collect() {
        ByteBuf back;
        while ((back = returned.poll()) != null) {
            spares.addLast(back);
            spareBytes += back.capacity();
        }
        @Nullable ByteBuf eldest;
        while (spareBytes > MAX_SPARE_BYTES && (eldest = spares.pollFirst()) != null) {
            spareBytes -= eldest.capacity();
            eldest.release();
        }
    }

    /** The connection has ended: what is there goes now, what is kept when it comes back. */
    void close() {
        closed = true;
        spares.forEach(ByteBuf::release);
        spares.clear();
        spareBytes = 0;
        releaseReturned();
    }

    private void releaseReturned() {
        ByteBuf back;
        while ((back = returned.poll()) != null) {
            back.release();
        }
    }
}
