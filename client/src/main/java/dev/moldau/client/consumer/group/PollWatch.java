package dev.moldau.client.consumer.group;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the application still polls: one that does not for {@code max.poll.interval.ms} loses its
 * membership, so that others get its partitions. Confined to the loop.
 */
final class PollWatch {

    private static final Logger LOG = LoggerFactory.getLogger(PollWatch.class);

    private final GroupContext context;
    private final Progress progress;

    PollWatch(GroupContext context, Progress progress) {
        this.context = context;
        this.progress = progress;
    }

    /** Whether the application has taken too long; says so in the log if it has. */
    boolean isOver() {
        long sinceMs = progress.sincePollMs(context.nowMs());
        int mostMs = context.settings().maxPollMs();
        if (sinceMs <= mostMs) {
            return false;
        }
        LOG.warn(
                "group {}: the application has not polled for {} ms, which is longer than"
                        + " max.poll.interval.ms={}; the member leaves. Lower max.poll.records, or"
                        + " raise max.poll.interval.ms",
                context.settings().groupId(),
                sinceMs,
                mostMs);
        return true;
    }
}
