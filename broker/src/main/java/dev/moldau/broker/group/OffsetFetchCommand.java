package dev.moldau.broker.group;

import dev.moldau.common.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for committed offsets.
 *
 * @param groupId the group
 * @param partitions which; null for all that the group has
 * @param requireStable whether an offset that an open transaction may change is withheld (KIP-447)
 * @param memberId the member of a consumer group that asks; null or empty for nobody in particular
 * @param memberEpoch the epoch that the member was told; -1 for nobody in particular
 */
public record OffsetFetchCommand(
        String groupId,
        @Nullable List<TopicPartition> partitions,
        boolean requireStable,
        @Nullable String memberId,
        int memberEpoch) {

    /** Somebody asks who does not say whether it is a member. */
    public OffsetFetchCommand(
            String groupId, @Nullable List<TopicPartition> partitions, boolean requireStable) {
        this(groupId, partitions, requireStable, null, -1);
    }
}
