package dev.moldau.client.consumer;

import dev.moldau.client.consumer.fetch.FetchCounters;
import dev.moldau.client.consumer.fetch.Fetcher;
import dev.moldau.client.consumer.group.Group;
import dev.moldau.client.consumer.group.Progress;
import dev.moldau.client.metadata.TopicLookup;
import dev.moldau.client.metrics.Metric;
import dev.moldau.client.net.ClientLoop;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts that a consumer is the face of, wired together.
 *
 * @param topics answers what topics there are, on the loop
 * @param counters where poll counts
 * @param handover what the loop has for the application's thread
 * @param doorbell what the loop wakes it with
 * @param group null without {@code group.id}
 * @param start lets the loop begin its work, once; on any thread
 * @param end gives back connections, metadata and, where it is the consumer's own, the loop; on the
 *     loop
 */
record ConsumerCore(
        ClientLoop loop,
        Fetcher fetcher,
        TopicLookup topics,
        FetchCounters counters,
        Handover handover,
        Doorbell doorbell,
        Supplier<Map<String, Metric>> metrics,
        @Nullable GroupPart group,
        Runnable start,
        Runnable end) {

    /**
     * What a consumer with a group has beside.
     *
     * @param group its part in the group, on the loop
     * @param steps what rebalances want of the application's thread
     * @param progress what the application is done with
     * @param autoCommits whether offsets are committed by themselves
     * @param isClassic whether it is a member by the classic protocol in any case
     * @param groupId the group
     */
    record GroupPart(
            Group group,
            Steps steps,
            Progress progress,
            boolean autoCommits,
            boolean isClassic,
            String groupId) {}
}
