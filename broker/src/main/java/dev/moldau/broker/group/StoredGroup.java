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

    boolean hasOffsets() {
        return !offsets.isEmpty() || !openTransactions.isEmpty();
    }

    /** Whether the log says nothing about the group. */
    boolean isVacant() {
        return generation == null && !hasOffsets();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StoredGroup group
                && offsets.equals(group.offsets)
                && openTransactions.equals(group.openTransactions)
                && Objects.equals(generation, group.generation);
    }

    @Override
    public int hashCode() {
        return Objects.hash(offsets, openTransactions, generation);
    }

    @Override
    public String toString() {
        return generation + " " + offsets + " " + openTransactions;
    }
}
