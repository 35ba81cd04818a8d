package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ConsumerProtocolAssignment;
import dev.moldau.protocol.message.ConsumerProtocolAssignmentCodec;
import dev.moldau.protocol.message.ConsumerProtocolSubscription;
import dev.moldau.protocol.message.ConsumerProtocolSubscriptionCodec;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What consumers of the classic protocol and their leader say to one another, which the broker
 * understands when it balances them. Begins with a version; one that is newer than ours is read as
 * ours, as Kafka's consumers do.
 */
final class EmbeddedProtocol {

    private final Topics topics;

    EmbeddedProtocol(Topics topics) {
        this.topics = topics;
    }

    /** What a member tells its leader; empty if it does not speak the consumers' language. */
    static Optional<ConsumerProtocolSubscription> subscription(ByteBuffer metadata) {
        return read(metadata, ConsumerProtocolSubscriptionCodec.INSTANCE);
    }

    /** The version of what a member tells its leader, as far as we know it. */
    static short versionOf(ByteBuffer metadata) {
        short highest = ConsumerProtocolAssignmentCodec.INSTANCE.highestVersion();
        return metadata.remaining() < Short.BYTES
                ? 0
                : (short) Math.clamp(metadata.getShort(metadata.position()), 0, highest);
    }

    private static <M extends ApiMessage> Optional<M> read(
            ByteBuffer bytes, MessageCodec<M> codec) {
        WireReader in = new WireReader(bytes.duplicate());
        try {
            short version = in.readInt16();
            return version < codec.lowestVersion()
                    ? Optional.empty()
                    : Optional.of(
                            codec.read(in, (short) Math.min(version, codec.highestVersion())));
        } catch (MalformedMessageException e) {
            return Optional.empty();
        }
    }

    /** What a leader gave a member, of the topics that exist; empty if that cannot be read. */
    Optional<PartitionSet> assigned(ByteBuffer assignment) {
        if (!assignment.hasRemaining()) {
            return Optional.of(PartitionSet.EMPTY);
        }
        return read(assignment, ConsumerProtocolAssignmentCodec.INSTANCE)
                .map(
                        read -> {
                            PartitionSet.Builder all = PartitionSet.builder();
                            for (var topic : read.assignedPartitions()) {
                                add(all, topic.topic(), topic.partitions());
                            }
                            return all.build();
                        });
    }

    /** What a member says it owns, of the topics that exist. */
    PartitionSet owned(ConsumerProtocolSubscription subscription) {
        PartitionSet.Builder all = PartitionSet.builder();
        for (var topic : subscription.ownedPartitions()) {
            add(all, topic.topic(), topic.partitions());
        }
        return all.build();
    }

    private void add(PartitionSet.Builder all, String topic, List<Integer> partitions) {
        Optional<Uuid> id = topics.id(topic);
        for (int partition : partitions) {
            if (id.isPresent() && partition >= 0) {
                all.add(id.get(), partition);
            }
        }
    }

    /** An assignment as a leader would have given it. */
    ByteBuffer assignment(PartitionSet partitions, short version) {
        List<ConsumerProtocolAssignment.TopicPartitions> assigned = new ArrayList<>();
        for (Uuid topicId : partitions.topics()) {
            Optional<String> name = topics.name(topicId);
            if (name.isPresent()) {
                assigned.add(
                        new ConsumerProtocolAssignment.TopicPartitions(
                                name.get(),
                                Arrays.stream(partitions.partitions(topicId)).boxed().toList()));
            }
        }
        WireWriter out = new WireWriter();
        out.writeInt16(version);
        ConsumerProtocolAssignmentCodec.INSTANCE.write(
                new ConsumerProtocolAssignment(assigned, null), out, version);
        return out.toBuffer();
    }
}
