package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Describes topics, through any broker. */
final class DescribeTopics implements Operation<String, TopicDescription, MetadataResponse> {

    @Override
    public String name() {
        return "describeTopics";
    }

    @Override
    public ApiKey api() {
        return ApiKey.METADATA;
    }

    @Override
    public short lowestVersion() {
        return 4;
    }

    @Override
    public short highestVersion() {
        return 13;
    }

    @Override
    public Target target(String key) {
        return new Target.Any();
    }

    @Override
    public ApiMessage message(List<String> keys, short version, int timeoutMs) {

        return new MetadataRequest(
                keys.stream().map(name -> new MetadataRequest.Topic(Uuid.ZERO, name)).toList(),
                false,
                false,
                false);
    }

    @Override
    public void answered(
            List<String> keys,
            MetadataResponse response,
            short version,
            Node node,
            Verdicts<String, TopicDescription> verdicts) {

        if (response.errorCode() != ErrorCode.NONE.code()) {
            keys.forEach(key -> verdicts.failed(key, ErrorCode.of(response.errorCode()), null));
            return;
        }
        Map<Integer, Node> brokers = new HashMap<>();
        for (MetadataResponse.Broker broker : response.brokers()) {
            brokers.put(
                    broker.nodeId(),
                    new Node(broker.nodeId(), broker.host(), broker.port(), broker.rack()));
        }
        for (MetadataResponse.Topic topic : response.topics()) {
            if (topic.name() != null) {
                verdicts.settle(
                        topic.name(), topic.errorCode(), null, topic(topic.name(), topic, brokers));
            }
        }
    }

    private static TopicDescription topic(
            String name, MetadataResponse.Topic topic, Map<Integer, Node> brokers) {
        return new TopicDescription(
                name,
                topic.topicId(),
                topic.isInternal(),
                topic.partitions().stream()
                        .sorted(Comparator.comparingInt(MetadataResponse.Partition::partitionIndex))
                        .map(
                                partition ->
                                        new PartitionDescription(
                                                partition.partitionIndex(),
                                                brokers.get(partition.leaderId()),
                                                partition.leaderEpoch(),
                                                partition.replicaNodes(),
                                                partition.isrNodes(),
                                                partition.offlineReplicas()))
                        .toList());
    }
}
