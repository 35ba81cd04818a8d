package dev.moldau.client.producer.batch;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Which queues the loop is to look at. Any thread adds; the loop takes, and is woken once for any
 * number of news.
 */
final class QueueNews {

    private final ConcurrentLinkedQueue<PartitionQueue> touched = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private volatile Runnable wake = () -> {};

    /** Says what to run when there is news, on the thread that made them. */
    void listen(Runnable wakes) {
        wake = wakes;
    }

    void add(PartitionQueue queue) {
        touched.add(queue);
        if (!told.get() && told.compareAndSet(false, true)) {
            wake.run();
        }
    }

    /** The next queue, or null: from then on somebody who adds wakes the loop. On the loop. */
    @Nullable PartitionQueue next() {
        PartitionQueue next = touched.poll();
        if (next == null) {
            told.set(false);
            // What came between the two lines told nobody.
            next = touched.poll();
            if (next == null) {
                return null;
            }
            told.set(true);
        }
        next.untouched();
        return next;
    }
}
