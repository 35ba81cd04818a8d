package dev.moldau.client.metadata;

import dev.moldau.client.metadata.ClusterView.Partition;
import dev.moldau.client.metadata.ClusterView.Topic;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the next partitions of a topic out of the last ones and an answer, such that epochs do not
 * go back; see {@link ViewMerge}. Pure.
 *
 * @param reliableEpochs whether the answer's epochs can be trusted
 * @param believeOlder whether an older epoch is taken nevertheless
 */
record PartitionMerge(boolean reliableEpochs, boolean believeOlder) {

    private static final int NONE = -1;

    /** A bound against answers that name absurd indexes. */
    private static final int MAX_INDEX = 1_000_000;

    /**
     * The partitions by index.
     *
     * @param before the same topic as known so far, null if it was not
     */
    List<Partition> merge(@Nullable Topic before, List<MetadataResponse.Partition> answered) {
        List<Partition> known = before == null ? List.of() : before.partitions();
        List<Partition> merged = new ArrayList<>(known);
        for (MetadataResponse.Partition now : answered) {
            int index = now.partitionIndex();
            if (index < 0 || index > MAX_INDEX) {
                continue;
            }
            while (merged.size() <= index) {
                merged.add(untold(merged.size()));
            }
            merged.set(index, partition(merged.get(index), now));
        }
        return merged;
    }

    private Partition partition(Partition before, MetadataResponse.Partition now) {
        int epoch = reliableEpochs ? now.leaderEpoch() : NONE;
        if (epoch >= 0 && epoch < before.leaderEpoch() && !believeOlder) {
            return before;
        }
        return new Partition(
                now.partitionIndex(),
                now.leaderId() < 0 ? NONE : now.leaderId(),
                epoch < 0 ? before.leaderEpoch() : epoch,
                now.replicaNodes(),
                now.isrNodes(),
                now.offlineReplicas());
    }

    /** A partition that must exist, since one with a higher index does. */
    private static Partition untold(int index) {
        return new Partition(index, NONE, NONE, List.of(), List.of(), List.of());
    }
}
