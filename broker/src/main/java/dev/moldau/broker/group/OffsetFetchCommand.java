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
 */
public record OffsetFetchCommand(
        String groupId, @Nullable List<TopicPartition> partitions, boolean requireStable) {}
