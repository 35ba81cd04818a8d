package dev.moldau.client;

import dev.moldau.common.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partition and who holds it.
 *
 * @param partition topic and index
 * @param leader null while there is none
 * @param replicas the brokers that have a copy, the preferred leader first; those that are not
 *     known at present are left out
 * @param inSyncReplicas those of them that are in step with the leader
 */
public record PartitionInfo(
        TopicPartition partition,
        @Nullable Node leader,
        List<Node> replicas,
        List<Node> inSyncReplicas) {

    /** Copies the lists. */
    public PartitionInfo {
        replicas = List.copyOf(replicas);
        inSyncReplicas = List.copyOf(inSyncReplicas);
    }
}
