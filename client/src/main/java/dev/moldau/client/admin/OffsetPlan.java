package dev.moldau.client.admin;

import dev.moldau.common.TopicPartition;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a reset would do; nothing has been done yet. It is carried out by {@link
 * Admin#carryOut(OffsetPlan, Options)}, all of it or, after {@link #only}, a part.
 *
 * @param group whose offsets
 * @param partitions what happens in each
 */
public record OffsetPlan(String group, Map<TopicPartition, PlannedOffset> partitions) {

    /** Copies the map and keeps its order. */
    public OffsetPlan {
        partitions = Collections.unmodifiableMap(new LinkedHashMap<>(partitions));
    }

    /** The same plan for one topic alone. */
    public OffsetPlan only(String topic) {
        Map<TopicPartition, PlannedOffset> kept = new LinkedHashMap<>(partitions);
        kept.keySet().removeIf(partition -> !partition.topic().equals(topic));
        return new OffsetPlan(group, kept);
    }

    /** What is to be committed. */
    Map<TopicPartition, CommittedOffset> offsets() {
        Map<TopicPartition, CommittedOffset> offsets = new LinkedHashMap<>();
        partitions.forEach(
                (partition, planned) ->
                        offsets.put(
                                partition,
                                new CommittedOffset(planned.to(), planned.leaderEpoch(), "")));
        return offsets;
    }
}
