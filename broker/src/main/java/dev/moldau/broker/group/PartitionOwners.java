package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.common.Uuid;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who holds each partition of a consumer group: owns it, or was told to give it up and has not.
 * Nobody else may have it until then. Follows from the members' current assignments; owned by the
 * group's lane.
 */
final class PartitionOwners {

    private final Map<Uuid, Map<Integer, String>> owners = new HashMap<>();

    /** The member that holds the partition, or null if nobody does. */
    @Nullable String of(Uuid topicId, int partition) {
        Map<Integer, String> partitions = owners.get(topicId);
        return partitions == null ? null : partitions.get(partition);
    }

    /** A member holds other partitions than before; costs what changed. */
    void change(String memberId, PartitionSet before, PartitionSet now) {
        before.minus(now).forEach((topicId, partition) -> take(memberId, topicId, partition));
        now.minus(before)
                .forEach(
                        (topicId, partition) ->
                                owners.computeIfAbsent(topicId, _ -> new HashMap<>())
                                        .put(partition, memberId));
    }

    /** What another member has got meanwhile stays there. */
    private void take(String memberId, Uuid topicId, int partition) {
        Map<Integer, String> partitions = owners.get(topicId);
        if (partitions != null) {
            partitions.remove(partition, memberId);
            if (partitions.isEmpty()) {
                owners.remove(topicId);
            }
        }
    }
}
