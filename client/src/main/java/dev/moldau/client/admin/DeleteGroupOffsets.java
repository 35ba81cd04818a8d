package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.OffsetDeleteRequest;
import dev.moldau.protocol.message.OffsetDeleteResponse;
import java.util.List;

/** Forgets how far a group has come, through its coordinator. */
final class DeleteGroupOffsets
        implements Operation<TopicPartition, TopicPartition, OffsetDeleteResponse> {

    private final String group;

    DeleteGroupOffsets(String group) {
        this.group = group;
    }

    @Override
    public String name() {
        return "deleteGroupOffsets";
    }

    @Override
    public ApiKey api() {
        return ApiKey.OFFSET_DELETE;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 0;
    }

    @Override
    public Target target(TopicPartition key) {
        return new Target.Coordinator(group);
    }

    @Override
    public ApiMessage message(List<TopicPartition> keys, short version, int timeoutMs) {

        return new OffsetDeleteRequest(
                group,
                ByTopic.group(keys).entrySet().stream()
                        .map(entry -> topic(entry.getKey(), entry.getValue()))
                        .toList());
    }

    @Override
    public void answered(
            List<TopicPartition> keys,
            OffsetDeleteResponse response,
            short version,
            Node node,
            Verdicts<TopicPartition, TopicPartition> verdicts) {

        if (response.errorCode() != ErrorCode.NONE.code()) {
            keys.forEach(key -> verdicts.failed(key, ErrorCode.of(response.errorCode()), null));
            return;
        }
        for (OffsetDeleteResponse.Topic topic : response.topics()) {
            for (OffsetDeleteResponse.Partition partition : topic.partitions()) {
                TopicPartition key = new TopicPartition(topic.name(), partition.partitionIndex());
                verdicts.settle(key, partition.errorCode(), null, key);
            }
        }
    }

    private static OffsetDeleteRequest.Topic topic(String name, List<TopicPartition> partitions) {
        return new OffsetDeleteRequest.Topic(
                name,
                partitions.stream()
                        .map(partition -> new OffsetDeleteRequest.Partition(partition.partition()))
                        .toList());
    }
}
