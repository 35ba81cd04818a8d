package dev.moldau.client.consumer;

import dev.moldau.client.consumer.fetch.Place;
import dev.moldau.client.consumer.group.Group;
import dev.moldau.client.consumer.group.Mark;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.common.TopicPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits and committed offsets, as the application's thread asks for them, which owns it. */
final class Commits {

    private static final Logger LOG = LoggerFactory.getLogger(Consumer.class);

    private final Group group;
    private final Commands commands;
    private final Waiting waiting;
    private final OffsetQueries queries;
    private final Cursors<?, ?> cursors;
    private final Doorbell doorbell;

    /** Callbacks whose commits have ended; the loop puts. */
    private final Queue<Runnable> callbacks = new ConcurrentLinkedQueue<>();

    Commits(
            Group group,
            Commands commands,
            Waiting waiting,
            OffsetQueries queries,
            Cursors<?, ?> cursors,
            Interceptors<?, ?> interceptors,
            Doorbell doorbell) {
        this.group = group;
        this.commands = commands;
        this.waiting = waiting;
        this.queries = queries;
        this.cursors = cursors;
        this.doorbell = doorbell;
        if (!interceptors.isEmpty()) {
            group.onCommitted(marks -> committed(interceptors, marks));
        }
    }

    /** On the loop. */
    private void committed(Interceptors<?, ?> interceptors, Map<TopicPartition, Mark> marks) {
        Map<TopicPartition, OffsetAndMetadata> offsets = Map.copyOf(offsets(marks));
        callbacks.add(() -> interceptors.onCommit(offsets));
        doorbell.ring();
    }

    /** What poll has returned, and so is done if the application says so. */
    Map<TopicPartition, OffsetAndMetadata> consumed() {
        return consumed(cursors.partitions());
    }

    private Map<TopicPartition, OffsetAndMetadata> consumed(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (TopicPartition partition : partitions) {
            Cursor cursor = cursors.find(partition);
            Place place = cursor == null ? null : cursor.place;
            if (place != null) {
                offsets.put(partition, new OffsetAndMetadata(place.offset(), place.epoch(), ""));
            }
        }
        return offsets;
    }

    void sync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        long limitMs = Waiting.millis(timeout);
        CompletableFuture<Void> told = commit(offsets, waiting.deadlineMs(limitMs));
        waiting.result(told, queries.deadlineMs(limitMs), "a commit of " + offsets.keySet());
        runCallbacks();
    }

    private CompletableFuture<Void> commit(
            Map<TopicPartition, OffsetAndMetadata> offsets, long deadlineMs) {
        Map<TopicPartition, Mark> marks = marks(offsets);
        CompletableFuture<Void> told = new CompletableFuture<>();
        commands.start();
        commands.post(() -> group.commit(marks, deadlineMs, told));
        return told;
    }

    void async(
            Map<TopicPartition, OffsetAndMetadata> offsets,
            @Nullable CommitCallback callback,
            long limitMs) {
        Map<TopicPartition, OffsetAndMetadata> copy = Map.copyOf(offsets);
        CompletableFuture<?> unused =
                commit(copy, waiting.deadlineMs(limitMs))
                        .whenComplete((nothing, cause) -> ended(copy, callback, cause));
    }

    /** On the loop. */
    private void ended(
            Map<TopicPartition, OffsetAndMetadata> offsets,
            @Nullable CommitCallback callback,
            @Nullable Throwable cause) {
        ClientException error =
                cause == null || cause instanceof ClientException
                        ? (ClientException) cause
                        : new FatalException("a commit failed", cause);
        if (callback != null) {
            callbacks.add(() -> callback.onComplete(offsets, error));
            doorbell.ring();
        } else if (error != null) {
            LOG.warn("offsets {} were not committed: {}", offsets, error.getMessage());
        }
    }

    /** Tells those who wait; what a callback throws comes out. */
    void runCallbacks() {
        Runnable callback;
        while ((callback = callbacks.poll()) != null) {
            callback.run();
        }
    }

    /** Commits what is done of these, before they go; a failure is logged, nothing else. */
    void beforeGivingUp(Collection<TopicPartition> partitions, long limitMs) {
        Map<TopicPartition, OffsetAndMetadata> offsets = consumed(partitions);
        if (offsets.isEmpty() || !commands.isStarted()) {
            return;
        }
        CompletableFuture<Void> told = commit(offsets, waiting.deadlineMs(limitMs));
        if (!waiting.isDoneBy(told, queries.deadlineMs(limitMs))
                || told.isCompletedExceptionally()) {
            LOG.warn(
                    "offsets {} were not committed before the partitions were given up; records may"
                            + " be read again by others",
                    offsets);
        }
    }

    /** Waits until the commits that were asked for before have ended, well or not. */
    void settle(long limitMs) {
        if (commands.isStarted()
                && !waiting.isDoneBy(
                        commit(Map.of(), waiting.deadlineMs(limitMs)),
                        queries.deadlineMs(limitMs))) {
            LOG.warn("commits that were asked for did not end within {} ms", limitMs);
        }
    }

    Map<TopicPartition, OffsetAndMetadata> committed(
            Set<TopicPartition> partitions, Duration timeout) {
        long limitMs = Waiting.millis(timeout);
        if (partitions.isEmpty()) {
            return Map.of();
        }
        Set<TopicPartition> copy = Set.copyOf(partitions);
        CompletableFuture<Map<TopicPartition, Mark>> found = new CompletableFuture<>();
        commands.start();
        commands.post(
                () ->
                        group.find(
                                copy,
                                limitMs,
                                (marks, cause) -> OffsetQueries.complete(found, marks, cause)));
        return offsets(
                waiting.result(
                        found, queries.deadlineMs(limitMs), "the committed offsets of " + copy));
    }

    private static Map<TopicPartition, OffsetAndMetadata> offsets(Map<TopicPartition, Mark> marks) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        marks.forEach(
                (partition, mark) ->
                        offsets.put(
                                partition,
                                new OffsetAndMetadata(
                                        mark.place().offset(),
                                        mark.place().epoch(),
                                        mark.metadata())));
        return offsets;
    }

    private static Map<TopicPartition, Mark> marks(Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<TopicPartition, Mark> marks = new HashMap<>();
        offsets.forEach(
                (partition, offset) ->
                        marks.put(
                                partition,
                                new Mark(
                                        new Place(offset.offset(), offset.leaderEpoch()),
                                        offset.metadata())));
        return marks;
    }
}
