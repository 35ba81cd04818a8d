package dev.moldau.broker.group.assign;

import dev.moldau.common.Uuid;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an assignor is to share out among whom.
 *
 * @param members everybody in the group
 * @param partitionCounts how many partitions each topic has to which somebody subscribed; topics
 *     that do not exist are missing
 */
public record AssignmentTask(List<Member> members, Map<Uuid, Integer> partitionCounts) {

    /** Takes copies. */
    public AssignmentTask {
        members = List.copyOf(members);
        partitionCounts = Map.copyOf(partitionCounts);
    }

    /**
     * A member.
     *
     * @param id its id
     * @param instanceId its static name, if it has one; orders members across restarts
     * @param topics to what it subscribed
     * @param before what it was to own until now
     */
    public record Member(
            String id, @Nullable String instanceId, Set<Uuid> topics, PartitionSet before) {

        /** The name that a static member keeps, or the id. */
        String lastingName() {
            return instanceId == null ? id : instanceId;
        }
    }

    /** How many partitions the topic has; 0 if it does not exist. */
    int partitionCount(Uuid topicId) {
        return partitionCounts.getOrDefault(topicId, 0);
    }
}
