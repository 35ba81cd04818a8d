package dev.moldau.client.consumer.assign;

import dev.moldau.client.consumer.assign.PartitionAssignor.Member;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What sticky assignors tell each other beside the subscription: what a member had, topic by topic,
 * and in which generation; the cooperative one the generation only.
 */
final class StickyUserData {

    private static final int SMALLEST_TOPIC_BYTES = 6;

    private StickyUserData() {}

    static ByteBuffer write(Collection<TopicPartition> partitions, int generation) {
        Map<String, List<Integer>> topics = new TreeMap<>();
        for (TopicPartition partition : partitions) {
            topics.computeIfAbsent(partition.topic(), name -> new ArrayList<>())
                    .add(partition.partition());
        }
        WireWriter out = new WireWriter();
        out.writeArrayCount(false, topics.size());
        topics.forEach(
                (topic, indexes) -> {
                    out.writeString(false, topic, "topic");
                    out.writeArrayCount(false, indexes.size());
                    indexes.forEach(out::writeInt32);
                });
        out.writeInt32(generation);
        return out.toBuffer();
    }

    /** The cooperative assignor's. */
    static ByteBuffer write(int generation) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(generation).flip();
    }

    /** The member with what it had before, if its user data say so. */
    static Member remembering(Member member) {
        ByteBuffer bytes = member.userData();
        if (bytes == null || !bytes.hasRemaining() || !member.owned().isEmpty()) {
            return member;
        }
        try {
            WireReader in = new WireReader(bytes.slice());
            List<TopicPartition> had = new ArrayList<>();
            int topics = in.readArrayCount(false, SMALLEST_TOPIC_BYTES, "previous assignment");
            for (int i = 0; i < topics; i++) {
                String topic = in.readString(false, "topic");
                int count = in.readArrayCount(false, Integer.BYTES, "partitions");
                for (int j = 0; j < count; j++) {
                    had.add(new TopicPartition(topic, in.readInt32()));
                }
            }
            // The first version of the user data had no generation.
            int generation = in.remaining() >= Integer.BYTES ? in.readInt32() : -1;
            return new Member(member.topics(), had, generation, member.instanceId(), bytes);
        } catch (MalformedMessageException | IllegalArgumentException e) {
            return member; // not what a sticky assignor wrote: it had nothing
        }
    }

    /** The member with the generation of what it has, if only its user data say it. */
    static Member dated(Member member) {
        ByteBuffer bytes = member.userData();
        if (member.generation() >= 0 || bytes == null || bytes.remaining() < Integer.BYTES) {
            return member;
        }
        return new Member(
                member.topics(),
                member.owned(),
                bytes.getInt(bytes.position()),
                member.instanceId(),
                bytes);
    }
}
