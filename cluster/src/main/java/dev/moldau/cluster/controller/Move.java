package dev.moldau.cluster.controller;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a partition is to move.
 *
 * @param partition which
 * @param target the brokers that are to have it in the end, the preferred leader first; null to
 *     take back the move that is under way
 */
public record Move(PartitionRef partition, @Nullable List<Integer> target) {
    /** Copies the list. */
    public Move {
        target = target == null ? null : List.copyOf(target);
    }
}
