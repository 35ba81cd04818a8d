package dev.moldau.server.net;

import dev.moldau.broker.api.Printable;
import dev.moldau.common.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of what peers did wrong: one line for each, but no more than {@value #LINES_PER_WINDOW}
 * in ten seconds, so that a broken or hostile peer cannot fill the disk. The first line of the next
 * window says how many were left out. Safe for any thread.
 */
final class PeerLog {

    static final int LINES_PER_WINDOW = 20;

    private static final long WINDOW_MS = 10_000;
    private static final Logger LOG = LoggerFactory.getLogger("dev.moldau.server.net.peers");

    private final Clock clock;
    private final AtomicLong windowEndMs;
    private final AtomicInteger linesLeft = new AtomicInteger(LINES_PER_WINDOW);
    private final AtomicLong leftOut = new AtomicLong();

    PeerLog(Clock clock) {
        this.clock = clock;
        this.windowEndMs = new AtomicLong(clock.monotonicMs() + WINDOW_MS);
    }

    /**
     * Says that a connection is closed or refused, and why.
     *
     * @param listener the name of the listener that the peer came by
     * @param reason may have been made of what the peer sent: cut, and made one line
     */
    void closing(String listener, Object peer, String reason) {
        if (mayWrite()) {
            LOG.warn(
                    "closing the connection of {} on {}: {}",
                    peer,
                    listener,
                    Printable.line(reason));
        }
    }

    /** Says something about a connection that goes on. */
    void remark(Object peer, String remark) {
        if (mayWrite()) {
            LOG.warn("{} {}", peer, remark);
        }
    }

    private boolean mayWrite() {
        long now = clock.monotonicMs();
        long end = windowEndMs.get();
        if (now >= end && windowEndMs.compareAndSet(end, now + WINDOW_MS)) {
            linesLeft.set(LINES_PER_WINDOW);
            long omitted = leftOut.getAndSet(0);
            if (omitted > 0) {
                LOG.warn("{} more lines about peers were left out", omitted);
            }
        }
        if (linesLeft.getAndDecrement() > 0) {
            return true;
        }
        linesLeft.set(0);
        leftOut.incrementAndGet();
        return false;
    }
}
