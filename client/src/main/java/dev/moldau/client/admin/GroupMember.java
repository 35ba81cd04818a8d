package dev.moldau.client.admin;

import dev.moldau.common.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member of a classic group.
 *
 * @param id what the coordinator calls it
 * @param instanceId the name of a static member; null for a dynamic one
 * @param clientId what it calls itself
 * @param host where it is connected from
 * @param partitions what it is assigned; empty if it is no consumer
 */
public record GroupMember(
        String id,
        @Nullable String instanceId,
        String clientId,
        String host,
        List<TopicPartition> partitions) {

    /** Copies the list. */
    public GroupMember {
        partitions = List.copyOf(partitions);
    }
}
