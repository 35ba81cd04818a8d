package dev.moldau.client.admin;

import dev.moldau.client.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partition and its replicas.
 *
 * @param index from 0
 * @param leader null while there is none
 * @param leaderEpoch -1 if the brokers do not say
 * @param replicas the ids of the brokers that have a copy, the preferred leader first
 * @param inSyncReplicas those of them that are in step with the leader
 * @param offlineReplicas those of them that are away
 */
public record PartitionDescription(
        int index,
        @Nullable Node leader,
        int leaderEpoch,
        List<Integer> replicas,
        List<Integer> inSyncReplicas,
        List<Integer> offlineReplicas) {

    /** Copies the lists. */
    public PartitionDescription {
        replicas = List.copyOf(replicas);
        inSyncReplicas = List.copyOf(inSyncReplicas);
        offlineReplicas = List.copyOf(offlineReplicas);
    }
}
