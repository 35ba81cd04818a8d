package dev.moldau.client.consumer.group;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.CommitFailedException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.net.Question;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.OffsetCommitRequest;
import dev.moldau.protocol.message.OffsetCommitResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Commits offsets one request at a time, in the order of asking, so that no commit ever overtakes
 * another: one that has to be tried again holds up those behind it. Confined to the loop.
 *
 * <p>A commit belongs to the generation in which it was asked for. If that has passed by when it is
 * sent, it is sent for the new one only as long as the member has had all its partitions all the
 * time. Even in the same epoch it may have given partitions up by then; and one that was lost, or
 * given up, and came back is read on from an older commit. What others, or the member itself, may
 * have taken over meanwhile is never overwritten.
 */
final class CommitQueue {

    /** The first that can say what this client has to say. */
    private static final int LOWEST = 2;

    private static final int WITH_INSTANCES = 7;

    /** The last with topics by name. */
    private static final int HIGHEST = 9;

    private final GroupContext context;
    private final Coordinator coordinator;
    private final Membership membership;
    private final ArrayDeque<Commit> waiting = new ArrayDeque<>();
    private Consumer<Map<TopicPartition, Mark>> committed = marks -> {};
    private boolean busy;
    private int failures;

    /** One commit and who waits for it. */
    private static final class Commit {
        final Map<TopicPartition, Mark> marks;
        final CompletableFuture<Void> told;

        /** Since when the member had the partitions. */
        final Map<TopicPartition, Integer> held = new HashMap<>();

        Identity as;
        String lastProblem = "it was not sent yet";

        Commit(
                Map<TopicPartition, Mark> marks,
                Identity as,
                Tenures owned,
                CompletableFuture<Void> told) {
            this.marks = marks;
            this.as = as;
            this.told = told;
            marks.keySet().forEach(partition -> held.put(partition, owned.of(partition)));
        }
    }

    CommitQueue(GroupContext context, Coordinator coordinator, Membership membership) {
        this.context = context;
        this.coordinator = coordinator;
        this.membership = membership;
    }

    /** Whoever hears of all commits that succeeded, on the loop. */
    void onCommitted(Consumer<Map<TopicPartition, Mark>> told) {
        committed = told;
    }

    /** Commits after what was asked for before; told on the loop, by the deadline. */
    void commit(
            Map<TopicPartition, Mark> marks,
            Identity as,
            long deadlineMs,
            CompletableFuture<Void> told) {
        if (marks.isEmpty() && waiting.isEmpty()) {
            told.complete(null);
            return;
        }
        Commit commit = new Commit(marks, as, membership.owned(), told);
        waiting.addLast(commit);
        long limitMs = Math.max(0, deadlineMs - context.nowMs());
        context.loop().schedule(limitMs, () -> expire(commit));
        pump();
    }

    private void expire(Commit commit) {
        if (waiting.remove(commit)) {
            fail(
                    commit,
                    new TimedOutException(
                            "offsets of group "
                                    + context.settings().groupId()
                                    + " were not committed in time: "
                                    + commit.lastProblem));
        }
    }

    private void pump() {
        Commit commit = waiting.peekFirst();
        if (busy || commit == null) {
            return;
        }
        if (commit.marks.isEmpty()) {
            succeed(commit);
            return;
        }
        if (!isStillRight(commit)) {
            pump();
            return;
        }
        busy = true;
        coordinator.find(
                new Coordinator.Waiter() {
                    @Override
                    public void found(Node node) {
                        if (waiting.contains(commit)) {
                            send(node, commit);
                        } else {
                            busy = false;
                            pump();
                        }
                    }

                    @Override
                    public void refused(ClientException cause) {
                        busy = false;
                        waiting.remove(commit);
                        fail(commit, cause);
                        pump();
                    }
                });
    }

    /** False if it has failed, for its generation is over. */
    private boolean isStillRight(Commit commit) {
        if (!commit.as.isMember() || isStillHeld(commit)) {
            return true;
        }
        waiting.remove(commit);
        fail(commit, gone(commit, null));
        return false;
    }

    private boolean isStillHeld(Commit commit) {
        Identity now = membership.identity();
        if (!now.isMember() || !now.memberId().equals(commit.as.memberId())) {
            return false;
        }
        for (Map.Entry<TopicPartition, Integer> held : commit.held.entrySet()) {
            if (membership.owned().of(held.getKey()) != held.getValue()) {
                return false;
            }
        }
        if (commit.as.equals(now)) {
            return true;
        }
        // Of a partition that it does not have, nobody knows who else has it by now.
        if (commit.held.containsValue(Tenures.NONE)) {
            return false;
        }
        commit.as = now;
        return true;
    }

    private CommitFailedException gone(Commit commit, @Nullable ErrorCode error) {
        return new CommitFailedException(
                "offsets of "
                        + commit.marks.keySet()
                        + " are not committed: "
                        + (error == null
                                ? "the generation in which they were read is over."
                                : "the coordinator answered " + error + ": " + error.meaning())
                        + " Group "
                        + context.settings().groupId()
                        + " may have given the partitions to others. If the time between polls was"
                        + " too long, raise max.poll.interval.ms or lower max.poll.records.",
                error,
                null);
    }

    private void send(Node node, Commit commit) {
        context.network()
                .send(
                        node,
                        new Question<OffsetCommitResponse>(
                                ApiKey.OFFSET_COMMIT,
                                commit.as.instanceId() == null ? LOWEST : WITH_INSTANCES,
                                HIGHEST,
                                context.settings().requestTimeoutMs(),
                                version -> request(commit),
                                (response, version) -> answered(node, commit, response),
                                cause -> unanswered(node, commit, cause)));
    }

    private static OffsetCommitRequest request(Commit commit) {
        Map<String, List<OffsetCommitRequest.Partition>> topics = new LinkedHashMap<>();
        commit.marks.forEach(
                (partition, mark) ->
                        topics.computeIfAbsent(partition.topic(), name -> new ArrayList<>())
                                .add(
                                        new OffsetCommitRequest.Partition(
                                                partition.partition(),
                                                mark.place().offset(),
                                                mark.place().epoch(),
                                                -1,
                                                mark.metadata())));
        return new OffsetCommitRequest(
                commit.as.groupId(),
                commit.as.generation(),
                commit.as.memberId(),
                commit.as.instanceId(),
                -1,
                topics.entrySet().stream()
                        .map(
                                topic ->
                                        new OffsetCommitRequest.Topic(
                                                topic.getKey(), Uuid.ZERO, topic.getValue()))
                        .toList());
    }

    private void unanswered(Node node, Commit commit, ClientException cause) {
        if (cause instanceof RefusedException) {
            settle(commit, cause);
            return;
        }
        coordinator.lost(node, String.valueOf(cause.getMessage()));
        again(commit, String.valueOf(cause.getMessage()));
    }

    private void answered(Node node, Commit commit, OffsetCommitResponse response) {
        ErrorCode worst = ErrorCode.NONE;
        Map<TopicPartition, ErrorCode> refused = new HashMap<>();
        for (OffsetCommitResponse.Topic topic : response.topics()) {
            for (OffsetCommitResponse.Partition partition : topic.partitions()) {
                ErrorCode error = ErrorCode.of(partition.errorCode());
                if (error != ErrorCode.NONE) {
                    refused.put(
                            new TopicPartition(topic.name(), partition.partitionIndex()), error);
                    worst = worst == ErrorCode.NONE || worst.retriable() ? error : worst;
                }
            }
        }
        if (worst == ErrorCode.NONE) {
            settle(commit, null);
        } else {
            refused(node, commit, worst, refused);
        }
    }

    private void refused(
            Node node, Commit commit, ErrorCode error, Map<TopicPartition, ErrorCode> refused) {
        switch (error) {
            case NOT_COORDINATOR, COORDINATOR_NOT_AVAILABLE -> {
                coordinator.lost(node, error.toString());
                again(commit, node + " answered " + error);
            }
            case REBALANCE_IN_PROGRESS, ILLEGAL_GENERATION -> overtaken(commit, error);
            case STALE_MEMBER_EPOCH -> {
                if (commit.as.equals(membership.identity())) {
                    membership.rejoin("a commit met a newer epoch"); // its next heartbeat tells it
                }
                again(commit, "the member's epoch is not the latest");
            }
            case UNKNOWN_MEMBER_ID, FENCED_INSTANCE_ID, FENCED_MEMBER_EPOCH -> {
                membership.fenced(commit.as, "a commit was answered with " + error);
                settle(commit, gone(commit, error));
            }
            default -> {
                if (error.retriable()) {
                    again(commit, node + " answered " + refused);
                } else {
                    settle(
                            commit,
                            new RefusedException(
                                    "offsets are not committed: "
                                            + node
                                            + " answered "
                                            + refused
                                            + "; "
                                            + error.meaning(),
                                    error,
                                    null));
                }
            }
        }
    }

    /** The group has gone on. That is no reason to give up what the member keeps. */
    private void overtaken(Commit commit, ErrorCode error) {
        if (!commit.as.equals(membership.identity()) || membership.isSettling()) {
            again(commit, "the group rebalances");
        } else if (error == ErrorCode.REBALANCE_IN_PROGRESS) {
            membership.rejoin("a commit met a rebalance");
            settle(
                    commit,
                    new RetriableException(
                            "offsets are not committed, for group "
                                    + context.settings().groupId()
                                    + " rebalances: poll, then commit again",
                            error,
                            null));
        } else {
            membership.fenced(commit.as, "a commit was answered with " + error);
            settle(commit, gone(commit, error));
        }
    }

    private void again(Commit commit, String problem) {
        commit.lastProblem = problem;
        failures++;
        context.loop()
                .schedule(
                        Math.max(1, context.backoff().afterMs(failures)),
                        () -> {
                            busy = false;
                            pump();
                        });
    }

    private void settle(Commit commit, @Nullable ClientException cause) {
        busy = false;
        failures = 0;
        // It may have expired meanwhile; what the coordinator did is no matter then.
        if (waiting.contains(commit)) {
            if (cause == null) {
                succeed(commit);
                return;
            }
            waiting.remove(commit);
            fail(commit, cause);
        }
        pump();
    }

    private void succeed(Commit commit) {
        waiting.remove(commit);
        context.counters().committed();
        if (!commit.marks.isEmpty()) {
            committed.accept(commit.marks);
        }
        commit.told.complete(null);
        pump();
    }

    private void fail(Commit commit, ClientException cause) {
        context.counters().commitFailed();
        commit.told.completeExceptionally(cause);
    }
}
