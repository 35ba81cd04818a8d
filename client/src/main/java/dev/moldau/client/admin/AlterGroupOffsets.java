package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.OffsetCommitRequest;
import dev.moldau.protocol.message.OffsetCommitResponse;
import java.util.List;
import java.util.Map;

/**
 * Sets how far a group without members has come, through its coordinator. Version 9 is the last
 * that names topics.
 */
final class AlterGroupOffsets
        implements Operation<TopicPartition, TopicPartition, OffsetCommitResponse> {

    private final String group;
    private final Map<TopicPartition, CommittedOffset> offsets;

    AlterGroupOffsets(String group, Map<TopicPartition, CommittedOffset> offsets) {
        this.group = group;
        this.offsets = offsets;
    }

    @Override
    public String name() {
        return "alterGroupOffsets";
    }

    @Override
    public ApiKey api() {
        return ApiKey.OFFSET_COMMIT;
    }

    @Override
    public short lowestVersion() {
        return 2;
    }

    @Override
    public short highestVersion() {
        return 9;
    }

    @Override
    public Target target(TopicPartition key) {
        return new Target.Coordinator(group);
    }

    @Override
    public ApiMessage message(List<TopicPartition> keys, short version, int timeoutMs) {

        return new OffsetCommitRequest(
                group,
                -1,
                "",
                null,
                -1,
                ByTopic.group(keys).entrySet().stream()
                        .map(entry -> topic(entry.getKey(), entry.getValue()))
                        .toList());
    }

    @Override
    public void answered(
            List<TopicPartition> keys,
            OffsetCommitResponse response,
            short version,
            Node node,
            Verdicts<TopicPartition, TopicPartition> verdicts) {

        for (OffsetCommitResponse.Topic topic : response.topics()) {
            for (OffsetCommitResponse.Partition partition : topic.partitions()) {
                TopicPartition key = new TopicPartition(topic.name(), partition.partitionIndex());
                verdicts.settle(key, partition.errorCode(), null, key);
            }
        }
    }

    private OffsetCommitRequest.Topic topic(String name, List<TopicPartition> partitions) {
        return new OffsetCommitRequest.Topic(
                name,
                Uuid.ZERO,
                partitions.stream()
                        .map(
                                partition ->
                                        partition(
                                                partition.partition(),
                                                Maps.get(offsets, partition)))
                        .toList());
    }

    private static OffsetCommitRequest.Partition partition(int index, CommittedOffset offset) {
        return new OffsetCommitRequest.Partition(
                index, offset.offset(), offset.leaderEpoch(), -1, offset.metadata());
    }
}
