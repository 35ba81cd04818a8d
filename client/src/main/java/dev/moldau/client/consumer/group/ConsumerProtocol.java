package dev.moldau.client.consumer.group;

import dev.moldau.client.consumer.assign.PartitionAssignor.Member;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.message.ConsumerProtocolAssignment;
import dev.moldau.protocol.message.ConsumerProtocolAssignmentCodec;
import dev.moldau.protocol.message.ConsumerProtocolSubscription;
import dev.moldau.protocol.message.ConsumerProtocolSubscriptionCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What members of a classic group of consumers tell each other through the coordinator, which does
 * not look at it. Newer versions only add fields at the end, so that each side reads what it knows.
 */
final class ConsumerProtocol {

    static final String TYPE = "consumer";

    private ConsumerProtocol() {}

    static ByteBuffer subscription(
            Collection<String> topics,
            Collection<TopicPartition> owned,
            int generation,
            @Nullable ByteBuffer userData) {
        ConsumerProtocolSubscriptionCodec codec = ConsumerProtocolSubscriptionCodec.INSTANCE;
        List<ConsumerProtocolSubscription.TopicPartitions> ownedTopics = new ArrayList<>();
        byTopic(owned)
                .forEach(
                        (topic, indexes) ->
                                ownedTopics.add(
                                        new ConsumerProtocolSubscription.TopicPartitions(
                                                topic, indexes)));
        WireWriter out = new WireWriter();
        out.writeInt16(codec.highestVersion());
        codec.write(
                new ConsumerProtocolSubscription(
                        topics.stream().sorted().toList(), userData, ownedTopics, generation, null),
                out,
                codec.highestVersion());
        return out.toBuffer();
    }

    /**
     * A member as its subscription says.
     *
     * @throws dev.moldau.protocol.wire.MalformedMessageException if it is none
     */
    static Member member(ByteBuffer bytes, @Nullable String instanceId) {
        ConsumerProtocolSubscriptionCodec codec = ConsumerProtocolSubscriptionCodec.INSTANCE;
        WireReader in = new WireReader(bytes.slice());
        short version = (short) Math.min(in.readInt16(), codec.highestVersion());
        ConsumerProtocolSubscription subscription = codec.read(in, version);
        List<TopicPartition> owned = new ArrayList<>();
        for (ConsumerProtocolSubscription.TopicPartitions topic : subscription.ownedPartitions()) {
            topic.partitions()
                    .forEach(index -> owned.add(new TopicPartition(topic.topic(), index)));
        }
        return new Member(
                new HashSet<>(subscription.topics()),
                owned,
                subscription.generationId(),
                instanceId,
                copy(subscription.userData()));
    }

    private static @Nullable ByteBuffer copy(@Nullable ByteBuffer bytes) {
        return bytes == null
                ? null
                : ByteBuffer.allocate(bytes.remaining()).put(bytes.slice()).flip();
    }

    static ByteBuffer assignment(Collection<TopicPartition> partitions) {
        ConsumerProtocolAssignmentCodec codec = ConsumerProtocolAssignmentCodec.INSTANCE;
        List<ConsumerProtocolAssignment.TopicPartitions> topics = new ArrayList<>();
        byTopic(partitions)
                .forEach(
                        (topic, indexes) ->
                                topics.add(
                                        new ConsumerProtocolAssignment.TopicPartitions(
                                                topic, indexes)));
        WireWriter out = new WireWriter();
        out.writeInt16(codec.highestVersion());
        codec.write(new ConsumerProtocolAssignment(topics, null), out, codec.highestVersion());
        return out.toBuffer();
    }

    /**
     * The partitions of an assignment; none if it is empty.
     *
     * @throws dev.moldau.protocol.wire.MalformedMessageException if it is none
     */
    static Set<TopicPartition> partitions(ByteBuffer bytes) {
        Set<TopicPartition> partitions = new HashSet<>();
        if (!bytes.hasRemaining()) {
            return partitions;
        }
        ConsumerProtocolAssignmentCodec codec = ConsumerProtocolAssignmentCodec.INSTANCE;
        WireReader in = new WireReader(bytes.slice());
        short version = (short) Math.min(in.readInt16(), codec.highestVersion());
        codec.read(in, version)
                .assignedPartitions()
                .forEach(
                        topic ->
                                topic.partitions()
                                        .forEach(
                                                index ->
                                                        partitions.add(
                                                                new TopicPartition(
                                                                        topic.topic(), index))));
        return partitions;
    }

    private static Map<String, List<Integer>> byTopic(Collection<TopicPartition> partitions) {
        Map<String, List<Integer>> topics = new TreeMap<>();
        partitions.stream()
                .sorted()
                .forEach(
                        partition ->
                                topics.computeIfAbsent(partition.topic(), name -> new ArrayList<>())
                                        .add(partition.partition()));
        return topics;
    }
}
