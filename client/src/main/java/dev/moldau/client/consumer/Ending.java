package dev.moldau.client.consumer;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a consumer gives back what it holds, whatever happens. One use. */
final class Ending {

    private static final Logger LOG = LoggerFactory.getLogger(Consumer.class);

    private final ConsumerCore core;
    private final Commands commands;
    private final Waiting waiting;
    private final List<AutoCloseable> parts;

    /**
     * @param parts closed at last, in this order; one that fails does not keep the others open
     */
    Ending(ConsumerCore core, Commands commands, Waiting waiting, List<AutoCloseable> parts) {
        this.core = core;
        this.commands = commands;
        this.waiting = waiting;
        this.parts = List.copyOf(parts);
    }

    /** Ends the loop's work and then the parts; waits for the loop until the deadline at most. */
    void end(long deadlineMs) {
        commands.forget();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        commands.post(
                () -> {
                    core.end().run();
                    ended.complete(null);
                });
        if (!waiting.isDoneBy(ended, deadlineMs)) {
            LOG.debug("the consumer is closed before its loop is; that ends by itself");
        }
        core.handover().close();
        closeParts();
    }

    private void closeParts() {
        Error first = null;
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception thrown) {
                LOG.warn("{} threw when it was closed", part.getClass().getName(), thrown);
            } catch (Error thrown) {
                first = first == null ? thrown : first;
            }
        }
        if (first != null) {
            throw first; // there is nothing left to end; it is the closing thread's own
        }
    }
}
