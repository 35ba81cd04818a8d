package dev.moldau.client.producer;

import dev.moldau.client.Node;
import dev.moldau.common.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partition and who holds it.
 *
 * @param leader null while there is none
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
