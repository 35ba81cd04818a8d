package dev.moldau.client.consumer.fetch;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Call;
import dev.moldau.client.net.Question;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.ListOffsetsResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Looks up offsets by time or by special place. */
final class OffsetLookup extends LeaderQuery<Long, FoundOffset> {

    private static final int CLIENT = -1;
    private static final int WITH_ISOLATION = 2;
    private static final int HIGHEST = 11;

    OffsetLookup(
            FetchContext context,
            Map<TopicPartition, Long> timestamps,
            long limitMs,
            BiConsumer<@Nullable Map<TopicPartition, FoundOffset>, @Nullable ClientException>
                    told) {
        super(context, "the offsets", timestamps, limitMs, told);
    }

    @Override
    Call<?> call(Node leader, Map<TopicPartition, Long> part) {
        return new Question<ListOffsetsResponse>(
                ApiKey.LIST_OFFSETS,
                context().settings().readCommitted() ? WITH_ISOLATION : 1,
                HIGHEST,
                context().settings().requestTimeoutMs(),
                version -> request(part),
                (response, version) -> {
                    take(leader, response);
                    returned(null);
                },
                this::returned);
    }

    private ApiMessage request(Map<TopicPartition, Long> part) {
        Map<String, List<ListOffsetsRequest.Partition>> topics = new LinkedHashMap<>();
        part.forEach(
                (partition, timestamp) ->
                        topics.computeIfAbsent(partition.topic(), name -> new ArrayList<>())
                                .add(
                                        new ListOffsetsRequest.Partition(
                                                partition.partition(),
                                                context().leaderEpoch(partition),
                                                timestamp,
                                                1)));
        return new ListOffsetsRequest(
                CLIENT,
                context().settings().isolationLevel(),
                topics.entrySet().stream()
                        .map(
                                topic ->
                                        new ListOffsetsRequest.Topic(
                                                topic.getKey(), topic.getValue()))
                        .toList(),
                context().settings().requestTimeoutMs());
    }

    private void take(Node leader, ListOffsetsResponse response) {
        for (ListOffsetsResponse.Topic topic : response.topics()) {
            for (ListOffsetsResponse.Partition found : topic.partitions()) {
                settle(
                        leader,
                        new TopicPartition(topic.name(), found.partitionIndex()),
                        found.errorCode(),
                        new FoundOffset(found.offset(), found.timestamp(), found.leaderEpoch()));
            }
        }
    }
}
