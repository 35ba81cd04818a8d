package dev.moldau.client.admin;

import dev.moldau.common.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member of a group.
 *
 * @param id what the coordinator calls it
 * @param instanceId the name of a static member; null for a dynamic one
 * @param clientId what it calls itself
 * @param host where it is connected from
 * @param partitions what it is assigned; empty if it is no consumer
 * @param progress where it is on the way to its target; null in a classic group, which has no
 *     targets
 */
public record GroupMember(
        String id,
        @Nullable String instanceId,
        String clientId,
        String host,
        List<TopicPartition> partitions,
        @Nullable MemberProgress progress) {

    /** Copies the list. */
    public GroupMember {
        partitions = List.copyOf(partitions);
    }
}
