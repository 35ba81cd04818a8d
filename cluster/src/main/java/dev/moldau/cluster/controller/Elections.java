package dev.moldau.cluster.controller;

import static dev.moldau.cluster.image.PartitionImage.NO_LEADER;

import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Uuid;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The rules by which partitions get and lose leaders. Invariant: only a replica that has all
 * acknowledged records becomes leader, unless an unclean election is allowed.
 */
final class Elections {

    private Elections() {}

    /** Whether nothing is to be done about a partition; quick, for looks at all of them. */
    static boolean isSettled(PartitionImage partition, BrokerRoll roll) {
        return partition.elr().isEmpty()
                && roll.electable(partition.leader())
                && roll.allElectable(partition.isr());
    }

    /**
     * Gives the partition the leader and the in-sync replicas that it can have with the brokers
     * that are there. A leader that may lead stays. In its place comes the first replica in order
     * that is in sync, else one that is eligible, else, in an unclean election, any, those last
     * that a move is only bringing in, and after them one that lost its data folder.
     *
     * <p>If nobody can lead, those in sync stay: whichever of them comes back has everything. A
     * leader that is about to stop leads on as long as there is no other.
     */
    static void settle(PartitionChange change, BrokerRoll roll) {
        int chosen = chosen(change, roll);
        if (chosen != NO_LEADER) {
            lead(change, roll, chosen);
        } else if (mayStay(change, roll)) {
            int leader = change.leader();
            change.isr(
                    PartitionChange.without(
                            change.isr(), id -> id != leader && !roll.electable(id)));
        } else if (!uncleanly(change, roll)) {
            change.leader(NO_LEADER);
        }
    }

    /**
     * Does not count on a replica to have everything any more: it may have lost what it had not
     * forced to the disk (KIP-966), or come with another data folder. If it was the last one in
     * sync, the eligible ones take its place. The last one that counts stays, as there is nothing
     * better; but with another folder it has nothing at all, and must not lead.
     *
     * @param formerFolder the data folder that the broker had, if it has another one now; else
     *     {@link Uuid#ZERO}
     */
    static void distrust(PartitionChange change, int broker, Uuid formerFolder) {
        List<Integer> inSync = PartitionChange.without(change.isr(), id -> id == broker);
        List<Integer> counting =
                inSync.isEmpty()
                        ? PartitionChange.without(change.elr(), id -> id == broker)
                        : inSync;
        if (!counting.isEmpty()) {
            change.isr(counting);
            change.noLongerEligible(broker);
        } else if (change.isr().contains(broker)) {
            change.await(formerFolder);
        }
    }

    /**
     * Makes the first replica leader, if it is there and in sync. A partition without a leader is
     * settled first.
     *
     * @return whether the first replica leads now
     */
    static boolean preferFirst(PartitionChange change, BrokerRoll roll) {
        settle(change, roll);
        int preferred = change.replicas().getFirst();
        if (roll.electable(preferred) && isInSync(change, roll, preferred)) {
            change.leader(preferred);
        }
        return change.leader() == preferred;
    }

    private static int chosen(PartitionChange change, BrokerRoll roll) {
        int leader = change.leader();
        if (roll.electable(leader) && change.isr().contains(leader)) {
            return leader;
        }
        int inSync =
                first(change.replicas(), id -> roll.electable(id) && isInSync(change, roll, id));
        return inSync != NO_LEADER
                ? inSync
                : first(change.replicas(), id -> roll.electable(id) && in(change.elr(), id));
    }

    /** Whether it is in sync with the data folder that it has. */
    private static boolean isInSync(PartitionChange change, BrokerRoll roll, int id) {
        return in(change.isr(), id)
                && (!change.awaitsFolder() || roll.has(id, change.awaitedFolder()));
    }

    private static void lead(PartitionChange change, BrokerRoll roll, int chosen) {
        change.leader(chosen);
        change.isr(
                change.isr().contains(chosen)
                        ? PartitionChange.without(change.isr(), id -> !roll.electable(id))
                        : List.of(chosen));
    }

    private static boolean mayStay(PartitionChange change, BrokerRoll roll) {
        return roll.alive(change.leader()) && change.isr().contains(change.leader());
    }

    private static boolean uncleanly(PartitionChange change, BrokerRoll roll) {
        if (!change.uncleanElection()) {
            return false;
        }
        IntPredicate hasSomething =
                id -> roll.electable(id) && !(change.awaitsFolder() && in(change.isr(), id));
        int any =
                firstOf(
                        change.replicas(),
                        id -> hasSomething.test(id) && !in(change.adding(), id),
                        hasSomething,
                        roll::electable);
        if (any != NO_LEADER) {
            change.uncleanLeader(any);
        }
        return any != NO_LEADER;
    }

    private static int firstOf(List<Integer> ids, IntPredicate... inOrder) {
        for (IntPredicate wanted : inOrder) {
            int found = first(ids, wanted);
            if (found != NO_LEADER) {
                return found;
            }
        }
        return NO_LEADER;
    }

    private static boolean in(List<Integer> ids, int id) {
        return ids.contains(id);
    }

    private static int first(List<Integer> ids, IntPredicate wanted) {
        return ids.stream().filter(wanted::test).findFirst().orElse(NO_LEADER);
    }
}
