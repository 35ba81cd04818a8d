package dev.moldau.client.consumer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the application's thread wants of the loop. Until it is started, wishes wait, so that no
 * connection is made before there is need for one. Owned by the application's thread.
 */
final class Commands {

    private static final Logger LOG = LoggerFactory.getLogger(Consumer.class);

    private final ConsumerCore core;
    private final List<Runnable> untilStart = new ArrayList<>();
    private boolean started;

    Commands(ConsumerCore core) {
        this.core = core;
    }

    /** Has the loop do something, once it is started. */
    void post(Runnable command) {
        if (!started) {
            untilStart.add(command);
            return;
        }
        try {
            core.loop().execute(command);
        } catch (RejectedExecutionException ended) {
            // By a fault, which the next wait tells.
            LOG.debug("the loop has ended; a command is dropped");
        }
    }

    /** Starts the loop's work, the first time. */
    void start() {
        if (!started) {
            started = true;
            core.start().run();
            untilStart.forEach(this::post);
            untilStart.clear();
        }
    }

    boolean isStarted() {
        return started;
    }

    /** Drops what waits for the start: the consumer is closed before it ever began. */
    void forget() {
        started = true;
        untilStart.clear();
    }
}
