package dev.moldau.client.consumer;

import dev.moldau.client.consumer.fetch.Chunk;
import dev.moldau.client.consumer.fetch.Inbox;
import dev.moldau.client.consumer.fetch.Item;
import dev.moldau.common.TopicPartition;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What the loop has for the application's thread, in order. What it holds is bounded by what the
 * fetcher allows itself. The loop puts, one thread takes.
 */
final class Handover implements Inbox {

    /** An item and what it is about. */
    record Delivered(TopicPartition partition, int version, Item item) {}

    private final Queue<Delivered> delivered = new ConcurrentLinkedQueue<>();
    private final Doorbell doorbell;
    private volatile boolean closed;

    Handover(Doorbell doorbell) {
        this.doorbell = doorbell;
    }

    @Override
    public void put(TopicPartition partition, int version, Item item) {
        delivered.add(new Delivered(partition, version, item));
        if (closed) {
            releaseAll(); // it came while the last reader left
        }
        doorbell.ring();
    }

    /** The next one, or null. */
    @Nullable Delivered take() {
        return delivered.poll();
    }

    /** Nobody takes any more. */
    void close() {
        closed = true;
        releaseAll();
    }

    private void releaseAll() {
        Delivered one;
        while ((one = delivered.poll()) != null) {
            if (one.item() instanceof Chunk chunk) {
                chunk.release();
            }
        }
    }
}
