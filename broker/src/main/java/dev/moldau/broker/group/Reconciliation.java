package dev.moldau.broker.group;

import dev.moldau.broker.group.CurrentAssignment.State;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * The next step of a member from what it owns to what it shall own: first it gives up what is not
 * meant for it any more, then it enters the assignment's epoch, then it gets what others have given
 * up. What it keeps it never loses on the way. A function of its arguments.
 */
final class Reconciliation {

    private Reconciliation() {}

    /** Tells which partitions the member may have at once. */
    @FunctionalInterface
    interface Free {

        /** Whether nobody else holds the partition. */
        boolean isFree(Uuid topicId, int partition);
    }

    /**
     * How far the member has come now.
     *
     * @param assignmentEpoch the epoch of the target
     * @param owned what the member says it owns; null if it did not say
     */
    static CurrentAssignment next(
            CurrentAssignment current,
            PartitionSet target,
            int assignmentEpoch,
            @Nullable PartitionSet owned,
            Free free) {
        return switch (current.state()) {
            case STABLE ->
                    current.epoch() == assignmentEpoch
                            ? current
                            : step(current, target, assignmentEpoch, owned, free);
            case UNREVOKED ->
                    stillOwns(owned, current.revoking())
                            ? current
                            : step(current, target, assignmentEpoch, owned, free);
            case UNRELEASED -> step(current, target, assignmentEpoch, owned, free);
        };
    }

    private static CurrentAssignment step(
            CurrentAssignment current,
            PartitionSet target,
            int assignmentEpoch,
            @Nullable PartitionSet owned,
            Free free) {
        PartitionSet kept = current.assigned().and(target);
        PartitionSet given = current.assigned().minus(target);
        if (!given.isEmpty() && stillOwns(owned, given)) {
            return new CurrentAssignment(
                    current.epoch(), current.previousEpoch(), State.UNREVOKED, kept, given);
        }
        PartitionSet missing = target.minus(kept);
        PartitionSet.Builder released = PartitionSet.builder();
        missing.forEach(
                (topicId, partition) -> {
                    if (free.isFree(topicId, partition)) {
                        released.add(topicId, partition);
                    }
                });
        PartitionSet got = released.build();
        return new CurrentAssignment(
                assignmentEpoch,
                current.epoch() == assignmentEpoch ? current.previousEpoch() : current.epoch(),
                got.equals(missing) ? State.STABLE : State.UNRELEASED,
                kept.plus(got),
                PartitionSet.EMPTY);
    }

    /** A member that does not say what it owns still owns everything. */
    private static boolean stillOwns(@Nullable PartitionSet owned, PartitionSet given) {
        return owned == null || owned.intersects(given);
    }
}
