package dev.moldau.client.fake;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AuthorizedOperations;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes the cluster as far as the asked broker has heard. Part of its cluster. */
final class FakeMetadata {

    private static final short FIRST_VERSION_WITH_AUTO_CREATE_FLAG = 4;

    private final FakeCluster cluster;

    FakeMetadata(FakeCluster cluster) {
        this.cluster = cluster;
    }

    MetadataResponse handle(
            ModelBroker broker, short version, MetadataRequest request, Fault fault) {
        List<MetadataRequest.Topic> asked = request.topics();
        List<MetadataResponse.Topic> topics = new ArrayList<>();
        if (asked == null || (asked.isEmpty() && version == 0)) {
            cluster.topics().stream()
                    .filter(topic -> heard(topic, broker))
                    .forEach(topic -> topics.add(describe(broker, topic, fault)));
        } else {
            boolean creates =
                    cluster.autoCreates()
                            && (version < FIRST_VERSION_WITH_AUTO_CREATE_FLAG
                                    || request.allowAutoTopicCreation());
            asked.forEach(one -> topics.add(one(broker, one, creates, fault)));
        }
        return new MetadataResponse(
                FakeReplies.throttle(fault),
                running(),
                cluster.clusterId(),
                controller(),
                topics,
                AuthorizedOperations.NOT_ASKED,
                ErrorCode.NONE.code());
    }

    private List<MetadataResponse.Broker> running() {
        return cluster.brokers().stream()
                .filter(broker -> broker.condition() != ModelBroker.Condition.DOWN)
                .map(b -> new MetadataResponse.Broker(b.id(), b.host(), b.port(), null))
                .toList();
    }

    private int controller() {
        List<MetadataResponse.Broker> running = running();
        return running.isEmpty() ? -1 : running.get(0).nodeId();
    }

    private MetadataResponse.Topic one(
            ModelBroker broker, MetadataRequest.Topic asked, boolean creates, Fault fault) {
        String name = asked.name();
        if (name == null) {
            FakeTopic topic = cluster.topicOrNull(asked.topicId());
            return topic == null
                    ? MetadataResponse.Topic.error(
                            null, asked.topicId(), ErrorCode.UNKNOWN_TOPIC_ID)
                    : describe(broker, topic, fault);
        }
        FakeTopic topic = cluster.topicOrNull(name);
        if (topic == null) {
            return creates ? create(name) : unknown(name);
        }
        return describe(broker, topic, fault);
    }

    /** The first answer about a topic that is just being made is never that it is there. */
    private MetadataResponse.Topic create(String name) {
        cluster.createTopic(name, cluster.autoCreatePartitions());
        return MetadataResponse.Topic.error(name, Uuid.ZERO, ErrorCode.LEADER_NOT_AVAILABLE);
    }

    private static MetadataResponse.Topic unknown(String name) {
        return MetadataResponse.Topic.error(name, Uuid.ZERO, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    private static boolean heard(FakeTopic topic, ModelBroker broker) {
        return topic.partitions().get(0).heardAnything(broker.id());
    }

    private MetadataResponse.Topic describe(ModelBroker broker, FakeTopic topic, Fault fault) {
        if (!heard(topic, broker)) {
            return unknown(topic.name());
        }
        ErrorCode error = refusal(fault, topic.name());
        if (error != null) {
            return MetadataResponse.Topic.error(topic.name(), topic.id(), error);
        }
        List<MetadataResponse.Partition> partitions = new ArrayList<>();
        topic.partitions().forEach(partition -> partitions.add(describe(broker, partition)));
        return new MetadataResponse.Topic(
                ErrorCode.NONE.code(),
                topic.name(),
                topic.id(),
                false,
                partitions,
                AuthorizedOperations.NOT_ASKED);
    }

    private static @Nullable ErrorCode refusal(Fault fault, String topic) {
        return fault instanceof Fault.Refuse refuse
                        && refuse.which().test(new TopicPartition(topic, 0))
                ? refuse.error()
                : null;
    }

    private MetadataResponse.Partition describe(ModelBroker asked, FakePartition partition) {
        boolean heard = partition.heardAnything(asked.id());
        int leader = heard ? partition.heardLeader(asked.id()) : FakePartition.NO_LEADER;
        List<Integer> replicas = cluster.brokers().stream().map(ModelBroker::id).toList();
        List<Integer> running = running().stream().map(MetadataResponse.Broker::nodeId).toList();
        ErrorCode error =
                leader == FakePartition.NO_LEADER ? ErrorCode.LEADER_NOT_AVAILABLE : ErrorCode.NONE;
        return new MetadataResponse.Partition(
                error.code(),
                partition.id().partition(),
                leader,
                heard ? partition.heardEpoch(asked.id()) : -1,
                replicas,
                running,
                replicas.stream().filter(id -> !running.contains(id)).toList());
    }
}
