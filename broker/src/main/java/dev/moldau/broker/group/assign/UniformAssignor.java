package dev.moldau.broker.group.assign;

import java.util.Map;

/**
 * Gives everybody as many partitions as the others and moves as few as that takes. With equal
 * subscriptions nobody has more than one partition more than anybody else, and no more move than
 * must; with different ones no partition can be given to another of its subscribers so that the two
 * come closer.
 */
final class UniformAssignor implements Assignor {

    @Override
    public String name() {
        return "uniform";
    }

    @Override
    public Map<String, PartitionSet> assign(AssignmentTask task) {
        UniformShares shares = new UniformShares(task);
        shares.keepWhatCanStay();
        if (shares.isOneSubscription()) {
            shares.releaseSurplus();
            shares.giveOut();
        } else {
            shares.giveOut();
            shares.level();
        }
        return shares.result();
    }
}
