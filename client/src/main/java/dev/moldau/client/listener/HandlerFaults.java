package dev.moldau.client.listener;

import dev.moldau.common.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What handlers throw, in the log: the first whole, then at most one line a second with the number
 * of those that were not logged. For any thread.
 */
final class HandlerFaults {

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);
    private static final long MS_PER_LINE = 1_000;

    private final Clock clock;

    // Guarded by this.
    private boolean any;
    private long lastLineMs;
    private long sinceLastLine;

    HandlerFaults(Clock clock) {
        this.clock = clock;
    }

    /** Something was thrown about a message. */
    void threw(String what, Message<?, ?> message, Throwable thrown) {
        boolean first;
        long unlogged;
        synchronized (this) {
            long nowMs = clock.monotonicMs();
            first = !any;
            if (any && nowMs - lastLineMs < MS_PER_LINE) {
                sinceLastLine++;
                return;
            }
            any = true;
            lastLineMs = nowMs;
            unlogged = sinceLastLine;
            sinceLastLine = 0;
        }
        if (first) {
            LOG.warn(
                    "{} {} failed; it is tried again or goes to the dead letters",
                    what,
                    message,
                    thrown);
        } else {
            // The last argument would be logged with its stack if it were the throwable itself.
            LOG.warn(
                    "{} {} failed: {}; {} others were not logged",
                    what,
                    message,
                    thrown.toString(),
                    unlogged);
        }
    }
}
