package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DeleteRecordsRequest;
import dev.moldau.protocol.message.DeleteRecordsResponse;
import java.util.List;
import java.util.Map;

/** Moves the start of partitions up, through their leaders. */
final class DeleteRecords implements Operation<TopicPartition, Long, DeleteRecordsResponse> {

    private final Map<TopicPartition, Long> beforeOffsets;

    DeleteRecords(Map<TopicPartition, Long> beforeOffsets) {
        this.beforeOffsets = beforeOffsets;
    }

    @Override
    public String name() {
        return "deleteRecords";
    }

    @Override
    public ApiKey api() {
        return ApiKey.DELETE_RECORDS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 2;
    }

    @Override
    public Target target(TopicPartition key) {
        return new Target.Leader(key);
    }

    @Override
    public ApiMessage message(List<TopicPartition> keys, short version, int timeoutMs) {

        return new DeleteRecordsRequest(
                ByTopic.group(keys).entrySet().stream()
                        .map(entry -> topic(entry.getKey(), entry.getValue()))
                        .toList(),
                timeoutMs);
    }

    @Override
    public void answered(
            List<TopicPartition> keys,
            DeleteRecordsResponse response,
            short version,
            Node node,
            Verdicts<TopicPartition, Long> verdicts) {

        for (DeleteRecordsResponse.Topic topic : response.topics()) {
            for (DeleteRecordsResponse.Partition partition : topic.partitions()) {
                verdicts.settle(
                        new TopicPartition(topic.name(), partition.partitionIndex()),
                        partition.errorCode(),
                        null,
                        partition.lowWatermark());
            }
        }
    }

    private DeleteRecordsRequest.Topic topic(String name, List<TopicPartition> partitions) {
        return new DeleteRecordsRequest.Topic(
                name,
                partitions.stream()
                        .map(
                                partition ->
                                        new DeleteRecordsRequest.Partition(
                                                partition.partition(),
                                                Maps.get(beforeOffsets, partition)))
                        .toList());
    }

    /** A leader that does not know the partition has just got it or has just lost it. */
    @Override
    public boolean retries(ErrorCode error) {
        return error.retriable() && error != ErrorCode.REQUEST_TIMED_OUT;
    }
}
