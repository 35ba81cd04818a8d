package dev.moldau.client.consumer;

import dev.moldau.client.consumer.ConsumerCore.GroupPart;
import dev.moldau.client.consumer.Steps.Step;
import dev.moldau.client.consumer.group.Identity;
import dev.moldau.common.TopicPartition;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The application's thread as part of a group: it goes along with rebalances and says what it is
 * done with. Owned by that thread.
 */
final class GroupCalls {

    private static final Logger LOG = LoggerFactory.getLogger(GroupCalls.class);

    private final GroupPart part;
    private final ConsumerCore core;
    private final Commands commands;
    private final Waiting waiting;
    private final Cursors<?, ?> cursors;
    private final Commits commits;
    private final int apiTimeoutMs;
    private RebalanceListener listener = Subscription.NOBODY;

    GroupCalls(
            GroupPart part,
            ConsumerCore core,
            Commands commands,
            Waiting waiting,
            Cursors<?, ?> cursors,
            Commits commits,
            int apiTimeoutMs) {
        this.part = part;
        this.core = core;
        this.commands = commands;
        this.waiting = waiting;
        this.cursors = cursors;
        this.commits = commits;
        this.apiTimeoutMs = apiTimeoutMs;
    }

    Commits commits() {
        return commits;
    }

    Identity identity() {
        Identity as = part.progress().identity();
        return as == null ? Identity.outside(part.groupId()) : as;
    }

    /**
     * @throws IllegalStateException if the brokers are to find topics, which a classic member
     *     cannot ask for
     */
    void subscribe(Subscription wanted) {
        if (wanted instanceof Subscription.FoundByBrokers && part.isClassic()) {
            throw new IllegalStateException(
                    "brokers find topics for members of the consumer protocol only, and this one is"
                            + " classic by its settings; subscribe by a java.util.regex.Pattern, or"
                            + " remove group.protocol and what belongs to the classic protocol");
        }
        listener = wanted.hears();
        if (wanted instanceof Subscription.Topics topics) {
            commands.post(() -> part.group().subscribe(topics.names()));
        } else if (wanted instanceof Subscription.Matching matching) {
            commands.post(() -> part.group().subscribe(matching.pattern()));
        } else if (wanted instanceof Subscription.FoundByBrokers found) {
            commands.post(() -> part.group().match(found.pattern().expression()));
        }
    }

    void rejoin(String reason) {
        commands.post(() -> part.group().rejoin(reason));
    }

    /** What poll returned before is done now. */
    void beginPoll() {
        cursors.drainMoved(
                cursor -> {
                    if (cursor.place != null) {
                        part.progress().done(cursor.partition, cursor.place);
                    }
                });
        if (part.progress().polling()) {
            commands.post(part.group()::polled);
        }
    }

    void endPoll() {
        part.progress().polled(waiting.nowMs());
    }

    /** Does what rebalances want, and tells of commits. */
    void goAlong() {
        commits.runCallbacks();
        Step step;
        while ((step = part.steps().take()) != null) {
            if (step instanceof Step.Revoke revoke) {
                giveUp(present(revoke.partitions()), revoke.done());
            } else if (step instanceof Step.Assign assign) {
                take(assign.partitions(), assign.done());
            } else if (step instanceof Step.Lose lose) {
                end(present(lose.partitions()), listener::onPartitionsLost, lose.done());
            } else if (step instanceof Step.Fail fail) {
                // Whoever catches it and polls again wants another attempt, and not before.
                part.progress().fallAsleep();
                throw fail.cause().again();
            }
        }
    }

    private Set<TopicPartition> present(Set<TopicPartition> partitions) {
        Set<TopicPartition> present = new HashSet<>(partitions);
        present.retainAll(cursors.partitions());
        return present;
    }

    private void giveUp(Set<TopicPartition> partitions, Runnable done) {
        if (part.autoCommits()) {
            commits.beforeGivingUp(partitions, apiTimeoutMs);
        }
        end(partitions, gone -> revoked(gone, waiting.deadlineMs(apiTimeoutMs)), done);
    }

    /**
     * Commits that were asked for, the listener's own included, end before others have the
     * partitions; later they would be refused.
     */
    private void revoked(Collection<TopicPartition> partitions, long deadlineMs) {
        try {
            listener.onPartitionsRevoked(partitions);
        } finally {
            commits.settle(leftMs(deadlineMs));
        }
    }

    private long leftMs(long deadlineMs) {
        return Math.max(0, deadlineMs - waiting.nowMs());
    }

    private void end(
            Set<TopicPartition> partitions,
            Consumer<Collection<TopicPartition>> told,
            Runnable done) {
        try {
            if (!partitions.isEmpty()) {
                told.accept(List.copyOf(partitions));
            }
        } finally {
            cursors.remove(partitions);
            forget(partitions);
            commands.post(
                    () -> {
                        core.fetcher().end(partitions);
                        done.run();
                    });
        }
    }

    /** These are not the application's any more, so that nothing of them is committed. */
    void forget(Collection<TopicPartition> partitions) {
        part.progress().forget(partitions);
    }

    /**
     * The lookup of committed offsets begins first; where the listener seeks, it does not count.
     */
    private void take(Set<TopicPartition> partitions, Runnable done) {
        for (TopicPartition partition : partitions) {
            int version = cursors.add(partition).version;
            commands.post(() -> core.fetcher().begin(partition, version, null));
        }
        try {
            listener.onPartitionsAssigned(List.copyOf(partitions));
        } finally {
            commands.post(done);
        }
    }

    /** Gives everything up and leaves; waits for commits and the loop only. */
    void unsubscribe(String reason) {
        leave(reason, waiting.deadlineMs(apiTimeoutMs), new CompletableFuture<>());
        listener = Subscription.NOBODY;
    }

    private void leave(String reason, long deadlineMs, CompletableFuture<Void> told) {
        CompletableFuture<Void> left = new CompletableFuture<>();
        try {
            Set<TopicPartition> all = Set.copyOf(cursors.partitions());
            if (part.autoCommits()) {
                commits.beforeGivingUp(all, leftMs(deadlineMs));
            }
            end(all, gone -> revoked(gone, deadlineMs), () -> {});
        } finally {
            commands.post(
                    () -> {
                        part.group().unsubscribe(reason, () -> told.complete(null));
                        left.complete(null);
                    });
            if (commands.isStarted() && !waiting.isDoneBy(left, deadlineMs)) {
                LOG.debug("the loop is too busy to leave the group in time");
            }
            dropSteps();
        }
    }

    /** What an earlier subscription wanted is no matter any more. */
    private void dropSteps() {
        while (part.steps().take() != null) {
            LOG.debug("a step of a rebalance came too late");
        }
    }

    /** Commits and leaves, within the time. */
    void close(boolean subscribed, long deadlineMs) {
        if (!commands.isStarted()) {
            return; // nobody has heard of us
        }
        if (subscribed) {
            CompletableFuture<Void> told = new CompletableFuture<>();
            try {
                leave("the consumer closed", deadlineMs, told);
            } finally {
                // Also if the listener threw: a member that is gone must not be waited for.
                if (!waiting.isDoneBy(told, deadlineMs)) {
                    LOG.debug("closed before the coordinator heard of it");
                }
            }
        } else {
            if (part.autoCommits()) {
                commits.beforeGivingUp(Set.copyOf(cursors.partitions()), leftMs(deadlineMs));
            }
            commits.settle(leftMs(deadlineMs));
        }
        commits.runCallbacks();
    }
}
