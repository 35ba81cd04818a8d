package dev.moldau.client.consumer;

import dev.moldau.client.PartitionInfo;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Questions for topics that the application's thread waits for, which owns it. */
final class TopicQueries {

    private final ConsumerCore core;
    private final Commands commands;
    private final Waiting waiting;
    private final OffsetQueries queries;

    TopicQueries(ConsumerCore core, Commands commands, Waiting waiting, OffsetQueries queries) {
        this.core = core;
        this.commands = commands;
        this.waiting = waiting;
        this.queries = queries;
    }

    /** The partitions of one topic; none if it does not exist. */
    List<PartitionInfo> of(String topic, Duration timeout) {
        return lookUp(Set.of(topic), timeout, "the partitions of " + topic)
                .getOrDefault(topic, List.of());
    }

    /** The partitions of all topics. */
    Map<String, List<PartitionInfo>> all(Duration timeout) {
        return lookUp(null, timeout, "the list of topics");
    }

    private Map<String, List<PartitionInfo>> lookUp(
            @Nullable Set<String> names, Duration timeout, String what) {
        long limitMs = Waiting.millis(timeout);
        CompletableFuture<Map<String, List<PartitionInfo>>> found = new CompletableFuture<>();
        commands.start();
        commands.post(
                () ->
                        core.topics()
                                .begin(
                                        names,
                                        limitMs,
                                        (topics, cause) ->
                                                OffsetQueries.complete(found, topics, cause)));
        return waiting.result(found, queries.deadlineMs(limitMs), what);
    }
}
