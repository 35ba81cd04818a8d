package dev.moldau.client.admin;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.message.ConsumerProtocolAssignment;
import dev.moldau.protocol.message.ConsumerProtocolAssignmentCodec;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.WireReader;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads what the assignor of a group of consumers gave a member. */
final class ConsumerAssignment {

    static final String PROTOCOL_TYPE = "consumer";

    private ConsumerAssignment() {}

    /** The partitions; none if there are no bytes or they are of an assignor's own making. */
    static List<TopicPartition> read(ByteBuffer bytes) {
        if (bytes.remaining() < Short.BYTES) {
            return List.of();
        }
        WireReader in = new WireReader(bytes.slice());
        short told = in.readInt16();
        ConsumerProtocolAssignmentCodec codec = ConsumerProtocolAssignmentCodec.INSTANCE;
        if (told < codec.lowestVersion()) {
            return List.of();
        }
        try {
            // A newer version only adds fields at the end.
            return partitions(codec.read(in, (short) Math.min(told, codec.highestVersion())));
        } catch (MalformedMessageException e) {
            return List.of();
        }
    }

    private static List<TopicPartition> partitions(ConsumerProtocolAssignment assignment) {
        return assignment.assignedPartitions().stream()
                .flatMap(
                        topic ->
                                topic.partitions().stream()
                                        .map(index -> new TopicPartition(topic.topic(), index)))
                .toList();
    }
}
