package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * A partition on the way to its next state. The only place where epochs rise and where eligible
 * replicas come and go. Confined to one decision.
 *
 * <p>Why a replica that leaves the in-sync ones stays eligible: while fewer than {@code
 * min.insync.replicas} are in sync nothing is acknowledged and the high watermark stands still, so
 * whoever had everything when the number fell has everything still. Once enough are in sync again,
 * records are acknowledged that the eligible ones lack, and they are forgotten.
 */
final class PartitionChange {

    private final PartitionImage before;
    private final ReplicationRules rules;
    private List<Integer> replicas;
    private List<Integer> isr;
    private int leader;
    private List<Integer> adding;
    private List<Integer> removing;
    private List<Integer> elr;
    private Uuid awaitedFolder;

    PartitionChange(PartitionImage before, ReplicationRules rules) {
        this.before = before;
        this.rules = rules;
        this.replicas = before.replicas();
        this.isr = before.isr();
        this.leader = before.leader();
        this.adding = before.addingReplicas();
        this.removing = before.removingReplicas();
        this.elr = before.elr();
        this.awaitedFolder = before.awaitedFolder();
        forgetEligible();
    }

    List<Integer> replicas() {
        return replicas;
    }

    List<Integer> isr() {
        return isr;
    }

    List<Integer> elr() {
        return elr;
    }

    List<Integer> adding() {
        return adding;
    }

    int leader() {
        return leader;
    }

    Uuid awaitedFolder() {
        return awaitedFolder;
    }

    boolean awaitsFolder() {
        return !awaitedFolder.equals(Uuid.ZERO);
    }

    boolean uncleanElection() {
        return rules.uncleanElection();
    }

    /** Says who is in sync. Those who no longer are may stay eligible. */
    void isr(List<Integer> now) {
        Set<Integer> eligible = new LinkedHashSet<>(elr);
        eligible.addAll(isr);
        now.forEach(eligible::remove);
        isr = List.copyOf(now);
        elr = List.copyOf(eligible);
        forgetEligible();
    }

    private void forgetEligible() {
        if (isr.size() >= rules.needed(replicas.size())) {
            elr = List.of();
        }
    }

    /** Says who leads. Who does has what was acknowledged, so that nothing is awaited any more. */
    void leader(int broker) {
        leader = broker;
        if (broker != PartitionImage.NO_LEADER) {
            awaitedFolder = Uuid.ZERO;
        }
    }

    /**
     * The last replica in sync has another data folder now; unless one is awaited already, nobody
     * leads until the one it had then is back.
     */
    void await(Uuid folder) {
        if (!awaitsFolder()) {
            awaitedFolder = folder;
        }
    }

    /** Makes a replica leader that may lack acknowledged records: its log is the truth now. */
    void uncleanLeader(int broker) {
        leader(broker);
        isr = List.of(broker);
        elr = List.of();
    }

    /** Takes a replica off the eligible ones: its data are gone for good. */
    void noLongerEligible(int broker) {
        elr = without(elr, id -> id == broker);
    }

    /**
     * Begins a move, in place of any other that is under way.
     *
     * @param target where the partition is to be in the end
     * @param current where it is without the moves that were not finished
     */
    void move(List<Integer> target, List<Integer> current) {
        Set<Integer> wanted = new HashSet<>(target);
        Set<Integer> here = new HashSet<>(current);
        adding = without(target, here::contains);
        removing = without(current, wanted::contains);
        List<Integer> merged = new ArrayList<>(target);
        merged.addAll(removing);
        place(merged);
    }

    /** Ends a move if all replicas it leads to are in sync. */
    void finishMove() {
        List<Integer> target = without(replicas, removing::contains);
        if ((!adding.isEmpty() || !removing.isEmpty()) && isr.containsAll(target)) {
            adding = List.of();
            removing = List.of();
            place(target);
        }
    }

    /** Says who has the partition; who has not cannot be in sync, eligible or leader. */
    private void place(List<Integer> target) {
        replicas = List.copyOf(target);
        isr = without(isr, id -> !target.contains(id));
        elr = without(elr, id -> !target.contains(id));
        forgetEligible();
        if (!target.contains(leader)) {
            leader = PartitionImage.NO_LEADER;
        }
    }

    /**
     * The partition's next state; the one before if nothing changed. The leader's epoch rises also
     * when a replica has left: if it comes back soon, with nothing, the leader must not count what
     * it fetched before it heard that it had left.
     */
    PartitionImage after() {
        boolean anew = leader != before.leader() || !replicas.containsAll(before.replicas());
        PartitionImage next =
                new PartitionImage(
                        replicas,
                        isr,
                        leader,
                        before.leaderEpoch() + (anew ? 1 : 0),
                        before.partitionEpoch(),
                        adding,
                        removing,
                        elr,
                        awaitedFolder);
        return next.equals(before)
                ? before
                : new PartitionImage(
                        replicas,
                        isr,
                        leader,
                        next.leaderEpoch(),
                        before.partitionEpoch() + 1,
                        adding,
                        removing,
                        elr,
                        awaitedFolder);
    }

    static List<Integer> without(List<Integer> ids, IntPredicate unwanted) {
        return ids.stream().filter(id -> !unwanted.test(id)).toList();
    }
}
