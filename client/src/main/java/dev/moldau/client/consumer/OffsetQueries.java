package dev.moldau.client.consumer;

import dev.moldau.client.consumer.fetch.FoundOffset;
import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Questions for offsets that the application's thread waits for, which owns it. */
final class OffsetQueries {

    /** The loop's own time-out says more, so it comes first. */
    private static final long GRACE_MS = 1_000;

    private final ConsumerCore core;
    private final Commands commands;
    private final Waiting waiting;

    OffsetQueries(ConsumerCore core, Commands commands, Waiting waiting) {
        this.core = core;
        this.commands = commands;
        this.waiting = waiting;
    }

    Map<TopicPartition, OffsetAndTimestamp> forTimes(
            Map<TopicPartition, Long> timestampsMs, Duration timeout) {
        timestampsMs.forEach(
                (partition, timestamp) -> {
                    if (timestamp < 0) {
                        throw new IllegalArgumentException(
                                "the time " + timestamp + " for " + partition + " is negative");
                    }
                });
        Map<TopicPartition, OffsetAndTimestamp> offsets = new HashMap<>();
        lookUp(timestampsMs, timeout)
                .forEach(
                        (partition, found) -> {
                            if (found.offset() >= 0) {
                                offsets.put(
                                        partition,
                                        new OffsetAndTimestamp(
                                                found.offset(),
                                                found.timestampMs(),
                                                found.epoch()));
                            }
                        });
        return offsets;
    }

    /** For a special place, as {@link dev.moldau.client.consumer.fetch.ResetPolicy} has them. */
    Map<TopicPartition, Long> special(
            Collection<TopicPartition> partitions, long timestamp, Duration timeout) {
        Map<TopicPartition, Long> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, timestamp));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        lookUp(wanted, timeout)
                .forEach((partition, found) -> offsets.put(partition, found.offset()));
        return offsets;
    }

    private Map<TopicPartition, FoundOffset> lookUp(
            Map<TopicPartition, Long> timestamps, Duration timeout) {
        long limitMs = Waiting.millis(timeout);
        if (timestamps.isEmpty()) {
            return Map.of();
        }
        Map<TopicPartition, Long> copy = Map.copyOf(timestamps);
        CompletableFuture<Map<TopicPartition, FoundOffset>> found = new CompletableFuture<>();
        commands.start();
        commands.post(
                () ->
                        core.fetcher()
                                .lookUp(
                                        copy,
                                        limitMs,
                                        (offsets, cause) -> complete(found, offsets, cause)));
        return waiting.result(found, deadlineMs(limitMs), "the offsets of " + copy.keySet());
    }

    /** When to stop waiting for what the loop bounds by this time. */
    long deadlineMs(long limitMs) {
        return waiting.deadlineMs(Math.min(limitMs, Long.MAX_VALUE - GRACE_MS) + GRACE_MS);
    }

    static <T> void complete(
            CompletableFuture<T> future, @Nullable T result, @Nullable ClientException cause) {
        if (result != null) {
            future.complete(result);
        } else {
            future.completeExceptionally(Objects.requireNonNull(cause, "neither result nor cause"));
        }
    }
}
