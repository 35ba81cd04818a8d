package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.ListOffsetsResponse;
import java.util.List;
import java.util.Map;

/** Looks up offsets, at the leaders. */
final class ListOffsets implements Operation<TopicPartition, ListedOffset, ListOffsetsResponse> {

    private static final int CLIENT = -1;
    private static final short WITH_ISOLATION = 2;
    private static final short WITH_MAX_TIMESTAMP = 7;

    private final Map<TopicPartition, OffsetSpec> wanted;
    private final Isolation isolation;
    private final short lowestVersion;

    ListOffsets(Map<TopicPartition, OffsetSpec> wanted, Isolation isolation) {
        this.wanted = wanted;
        this.isolation = isolation;
        this.lowestVersion = lowest(wanted, isolation);
    }

    private static short lowest(Map<TopicPartition, OffsetSpec> wanted, Isolation isolation) {
        if (wanted.containsValue(OffsetSpec.MAX_TIMESTAMP)) {
            return WITH_MAX_TIMESTAMP;
        }
        return isolation == Isolation.READ_COMMITTED ? WITH_ISOLATION : 1;
    }

    @Override
    public String name() {
        return "listOffsets";
    }

    @Override
    public ApiKey api() {
        return ApiKey.LIST_OFFSETS;
    }

    @Override
    public short lowestVersion() {
        return lowestVersion;
    }

    @Override
    public short highestVersion() {
        return 11;
    }

    @Override
    public Target target(TopicPartition key) {
        return new Target.Leader(key);
    }

    @Override
    public ApiMessage message(List<TopicPartition> keys, short version, int timeoutMs) {

        return new ListOffsetsRequest(
                CLIENT,
                isolation.code(),
                ByTopic.group(keys).entrySet().stream()
                        .map(entry -> topic(entry.getKey(), entry.getValue()))
                        .toList(),
                timeoutMs);
    }

    @Override
    public void answered(
            List<TopicPartition> keys,
            ListOffsetsResponse response,
            short version,
            Node node,
            Verdicts<TopicPartition, ListedOffset> verdicts) {

        for (ListOffsetsResponse.Topic topic : response.topics()) {
            for (ListOffsetsResponse.Partition partition : topic.partitions()) {
                verdicts.settle(
                        new TopicPartition(topic.name(), partition.partitionIndex()),
                        partition.errorCode(),
                        null,
                        new ListedOffset(
                                partition.offset(),
                                partition.timestamp(),
                                partition.leaderEpoch()));
            }
        }
    }

    private ListOffsetsRequest.Topic topic(String name, List<TopicPartition> partitions) {
        return new ListOffsetsRequest.Topic(
                name,
                partitions.stream()
                        .map(
                                partition ->
                                        new ListOffsetsRequest.Partition(
                                                partition.partition(),
                                                -1,
                                                Maps.get(wanted, partition).timestampMs(),
                                                1))
                        .toList());
    }

    /** A leader that does not know the partition has just got it or has just lost it. */
    @Override
    public boolean retries(ErrorCode error) {
        return error.retriable();
    }
}
