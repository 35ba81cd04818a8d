package dev.moldau.broker.group;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the log says about one group. Changed by {@link DurableGroups#apply} and its siblings, by
 * nobody else; everybody on the lane may read.
 */
final class StoredGroup {

    private final OffsetTable offsets = new OffsetTable();

    /** Offsets of transactions that have not ended, by producer id. */
    private final Map<Long, OffsetTable> openTransactions = new HashMap<>();

    private @Nullable StoredGeneration generation;
    private @Nullable ConsumerGroupState consumers;

    OffsetTable offsets() {
        return offsets;
    }

    Map<Long, OffsetTable> openTransactions() {
        return openTransactions;
    }

    /** Whether a transaction that has not ended may change the offset of this partition. */
    boolean isUnstable(String topic, int partition) {
        for (OffsetTable pending : openTransactions.values()) {
            if (pending.get(topic, partition) != null) {
                return true;
            }
        }
        return false;
    }

    /** The last generation stored, or null if the group only keeps offsets. */
    @Nullable StoredGeneration generation() {
        return generation;
    }

    void generation(@Nullable StoredGeneration newGeneration) {
        generation = newGeneration;
    }

    /** What is stored of a consumer group, or null if the group is none. */
    @Nullable ConsumerGroupState consumers() {
        return consumers;
    }

    void applyToConsumers(ConsumerGroupRecord record) {
        ConsumerGroupState state = consumers == null ? new ConsumerGroupState() : consumers;
        state.apply(record);
        consumers = state.isVacant() ? null : state;
    }

    boolean hasOffsets() {
        return !offsets.isEmpty() || !openTransactions.isEmpty();
    }

    /** Whether the log says nothing about the group. */
    boolean isVacant() {
        return generation == null && consumers == null && !hasOffsets();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StoredGroup group
                && offsets.equals(group.offsets)
                && openTransactions.equals(group.openTransactions)
                && Objects.equals(generation, group.generation)
                && Objects.equals(consumers, group.consumers);
    }

    @Override
    public int hashCode() {
        return Objects.hash(offsets, openTransactions, generation, consumers);
    }

    @Override
    public String toString() {
        return generation + " " + consumers + " " + offsets + " " + openTransactions;
    }
}
