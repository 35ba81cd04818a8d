package dev.moldau.client.consumer.fetch;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Call;
import dev.moldau.client.net.Question;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.OffsetForLeaderEpochRequest;
import dev.moldau.protocol.message.OffsetForLeaderEpochResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks new leaders where the epochs end in which the last records were read: a log that ends
 * earlier was cut (KIP-320). Only for brokers whose fetch does not tell it by itself.
 */
final class EpochCheck extends LeaderQuery<Integer, Place> {

    /** From here on clients need not be allowed to act on the cluster. */
    static final int LOWEST = 3;

    private static final int HIGHEST = 4;
    private static final int CLIENT = -1;

    /**
     * A check of partitions by the epoch of the record read last; told where it, or the greatest
     * one before it, ends. A place at offset 0 of no epoch says that the leader has neither.
     */
    EpochCheck(
            FetchContext context,
            Map<TopicPartition, Integer> epochs,
            BiConsumer<@Nullable Map<TopicPartition, Place>, @Nullable ClientException> told) {
        super(context, "the ends of epochs", epochs, NO_LIMIT, told);
    }

    @Override
    Call<?> call(Node leader, Map<TopicPartition, Integer> part) {
        return new Question<OffsetForLeaderEpochResponse>(
                ApiKey.OFFSET_FOR_LEADER_EPOCH,
                LOWEST,
                HIGHEST,
                context().settings().requestTimeoutMs(),
                version -> request(part),
                (response, version) -> {
                    take(leader, response);
                    returned(null);
                },
                this::returned);
    }

    private ApiMessage request(Map<TopicPartition, Integer> part) {
        Map<String, List<OffsetForLeaderEpochRequest.Partition>> topics = new LinkedHashMap<>();
        part.forEach(
                (partition, epoch) ->
                        topics.computeIfAbsent(partition.topic(), name -> new ArrayList<>())
                                .add(
                                        new OffsetForLeaderEpochRequest.Partition(
                                                partition.partition(),
                                                context().leaderEpoch(partition),
                                                epoch)));
        return new OffsetForLeaderEpochRequest(
                CLIENT,
                topics.entrySet().stream()
                        .map(
                                topic ->
                                        new OffsetForLeaderEpochRequest.Topic(
                                                topic.getKey(), topic.getValue()))
                        .toList());
    }

    private void take(Node leader, OffsetForLeaderEpochResponse response) {
        for (OffsetForLeaderEpochResponse.Topic topic : response.topics()) {
            for (OffsetForLeaderEpochResponse.Partition end : topic.partitions()) {
                settle(
                        leader,
                        new TopicPartition(topic.topic(), end.partition()),
                        end.errorCode(),
                        new Place(Math.max(0, end.endOffset()), end.leaderEpoch()));
            }
        }
    }
}
