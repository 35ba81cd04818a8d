package dev.moldau.client.producer.batch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One flush: counts the batches that were not answered when it began. A batch that is split hands
 * its place on to its parts. Safe for use by any thread.
 */
final class FlushTicket {

    private final CompletableFuture<Void> answered = new CompletableFuture<>();
    // One for the flush itself while it still counts.
    private final AtomicInteger left = new AtomicInteger(1);

    void add(int batches) {
        left.addAndGet(batches);
    }

    void done() {
        if (left.decrementAndGet() == 0) {
            answered.complete(null);
        }
    }

    CompletableFuture<Void> answered() {
        return answered;
    }
}
