package dev.moldau.client.consumer.group;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the heartbeats of one membership say: everything at first and after a doubt, then only what
 * has changed since the coordinator last answered. For one heartbeat under way at a time. Owned by
 * the loop.
 */
final class HeartbeatForm {

    private final GroupSettings settings;
    private final String memberId;
    private Said told = Said.NOTHING;
    private Said saying = Said.NOTHING;
    private boolean doubtful = true;

    /** What differs from one heartbeat to the next. */
    private record Said(Interest interest, Map<TopicPartition, Uuid> owned) {
        static final Said NOTHING = new Said(Interest.NONE, Map.of());
    }

    HeartbeatForm(GroupSettings settings, String memberId) {
        this.settings = settings;
        this.memberId = memberId;
    }

    /**
     * The coordinator may not know what it was told, or have said what was not heard: the next
     * heartbeat says everything.
     */
    void doubt() {
        doubtful = true;
    }

    /** Whether the coordinator may know more, or less, than the member thinks it does. */
    boolean isInDoubt() {
        return doubtful;
    }

    /** The coordinator has taken in what was last said. */
    void heard() {
        told = saying;
        doubtful = false;
    }

    /** Whether the coordinator knows what the member has. */
    boolean isTold(Map<TopicPartition, Uuid> owned) {
        return !doubtful && owned.equals(told.owned());
    }

    /** Whether the heartbeat that is under way says what the member has. */
    boolean isSaid(Map<TopicPartition, Uuid> owned) {
        return owned.equals(saying.owned());
    }

    /**
     * The next heartbeat of a member that joins or stays.
     *
     * @param epoch 0 to join
     * @param owned what the member has, with the ids of the topics
     */
    ConsumerGroupHeartbeatRequest next(
            int epoch, Interest interest, Map<TopicPartition, Uuid> owned) {
        saying = new Said(interest, Map.copyOf(owned));
        boolean whole = doubtful;
        return new ConsumerGroupHeartbeatRequest(
                settings.groupId(),
                memberId,
                epoch,
                settings.instanceId(),
                whole && !settings.rack().isEmpty() ? settings.rack() : null,
                whole ? settings.maxPollMs() : -1,
                whole || !interest.topics().equals(told.interest().topics())
                        ? List.copyOf(interest.topics())
                        : null,
                // An empty one takes back what was said before.
                whole || !interest.expression().equals(told.interest().expression())
                        ? interest.expression()
                        : null,
                whole ? settings.remoteAssignor() : null,
                whole || !saying.owned().equals(told.owned()) ? partitions(owned) : null);
    }

    /** The last heartbeat. A static member only goes away for a while. */
    ConsumerGroupHeartbeatRequest leaving() {
        int leaveEpoch = settings.instanceId() == null ? -1 : -2;
        return new ConsumerGroupHeartbeatRequest(
                settings.groupId(),
                memberId,
                leaveEpoch,
                settings.instanceId(),
                null,
                -1,
                null,
                null,
                null,
                null);
    }

    private static List<ConsumerGroupHeartbeatRequest.TopicPartitions> partitions(
            Map<TopicPartition, Uuid> owned) {
        Map<Uuid, List<Integer>> topics = new LinkedHashMap<>();
        owned.forEach(
                (partition, id) ->
                        topics.computeIfAbsent(id, key -> new ArrayList<>())
                                .add(partition.partition()));
        return topics.entrySet().stream()
                .map(
                        topic ->
                                new ConsumerGroupHeartbeatRequest.TopicPartitions(
                                        topic.getKey(), topic.getValue()))
                .toList();
    }
}
