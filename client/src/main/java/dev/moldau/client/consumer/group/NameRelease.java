package dev.moldau.client.consumer.group;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long a static member waits for its name. A former self that was killed still has it, until
 * its session is over; a second consumer that was given the same name by mistake waits in vain.
 * Confined to the loop.
 */
final class NameRelease {

    private static final Logger LOG = LoggerFactory.getLogger(NameRelease.class);

    /** A little longer than brokers usually take to notice that a member is dead. */
    private static final long PATIENCE_MS = 60_000;

    private static final long NOT_WAITING = Long.MIN_VALUE;

    private final GroupContext context;
    private long sinceMs = NOT_WAITING;

    NameRelease(GroupContext context) {
        this.context = context;
    }

    /**
     * Whether the one that has the name may still be taken for dead; says once in the log what is
     * waited for.
     *
     * @param said the coordinator's words, if it had any
     */
    boolean isWorthWaiting(@Nullable String said) {
        if (sinceMs == NOT_WAITING) {
            sinceMs = context.nowMs();
            LOG.warn(
                    "group {}: group.instance.id={} is still taken. {} The consumer waits until the"
                            + " one that has it leaves or is taken for dead; if that one is alive,"
                            + " give each its own",
                    context.settings().groupId(),
                    context.settings().instanceId(),
                    said == null ? "" : said);
        }
        if (context.nowMs() - sinceMs < PATIENCE_MS) {
            return true;
        }
        over();
        return false;
    }

    /** Nothing is waited for any more. */
    void over() {
        sinceMs = NOT_WAITING;
    }
}
