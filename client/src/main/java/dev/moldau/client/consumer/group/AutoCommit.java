package dev.moldau.client.consumer.group;

import dev.moldau.client.consumer.fetch.Place;
import dev.moldau.common.TopicPartition;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits now and then what the application is done with, while it goes on. What has not moved
 * since it was last committed is not committed again. Confined to the loop.
 */
final class AutoCommit {

    private static final Logger LOG = LoggerFactory.getLogger(AutoCommit.class);

    private final GroupContext context;
    private final Progress progress;
    private final Membership membership;
    private final CommitQueue commits;
    private final Map<TopicPartition, Place> committed = new HashMap<>();
    private boolean closed;
    private boolean underWay;

    AutoCommit(
            GroupContext context, Progress progress, Membership membership, CommitQueue commits) {
        this.context = context;
        this.progress = progress;
        this.membership = membership;
        this.commits = commits;
    }

    /** Begins, if the settings want it. */
    void start() {
        if (context.settings().autoCommits()) {
            schedule();
        }
    }

    void close() {
        closed = true;
    }

    private void schedule() {
        context.loop()
                .schedule(
                        Math.max(1, context.settings().autoCommitMs()),
                        () -> {
                            if (!closed) {
                                tick();
                                schedule();
                            }
                        });
    }

    private void tick() {
        Identity as = membership.identity();
        if (underWay || as.isMember() != membership.isSubscribed()) {
            return; // one after the other; and who wants to be a member commits as one
        }
        Map<TopicPartition, Mark> marks = new HashMap<>();
        Set<TopicPartition> owned = membership.owned().partitions();
        committed.keySet().retainAll(progress.done().keySet());
        progress.done()
                .forEach(
                        (partition, place) -> {
                            boolean ours = !as.isMember() || owned.contains(partition);
                            if (ours && !place.equals(committed.get(partition))) {
                                marks.put(partition, new Mark(place, ""));
                            }
                        });
        if (marks.isEmpty()) {
            return;
        }
        underWay = true;
        CompletableFuture<Void> told = new CompletableFuture<>();
        CompletableFuture<?> unused = told.whenComplete((nothing, cause) -> told(marks, cause));
        long limitMs = Math.max(context.settings().requestTimeoutMs(), 1);
        commits.commit(marks, as, context.nowMs() + limitMs, told);
    }

    private void told(Map<TopicPartition, Mark> marks, @Nullable Throwable cause) {
        underWay = false;
        if (cause == null) {
            marks.forEach((partition, mark) -> committed.put(partition, mark.place()));
        } else {
            LOG.warn(
                    "offsets of group {} were not committed by themselves and will be later: {}",
                    context.settings().groupId(),
                    cause.getMessage());
        }
    }
}
