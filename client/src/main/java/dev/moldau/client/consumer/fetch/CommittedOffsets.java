package dev.moldau.client.consumer.fetch;

import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Where a group has come to. */
public interface CommittedOffsets {

    /** For a consumer without a group: nowhere. */
    CommittedOffsets NONE = (partitions, told) -> told.accept(Map.of(), null);

    /**
     * Finds the committed places; partitions without one are left out. On the loop, and told there,
     * never within this call but by {@link #NONE}. What may pass is tried again without end.
     *
     * @param told the places, or why they cannot be had
     */
    void find(
            Set<TopicPartition> partitions,
            BiConsumer<@Nullable Map<TopicPartition, Place>, @Nullable ClientException> told);
}
