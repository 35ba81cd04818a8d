package dev.moldau.cluster.image;

import dev.moldau.common.Uuid;
import java.util.List;

/**
 * A partition: who has it, who leads it.
 *
 * @param replicas the brokers that have it, the preferred leader first; while it is moved those it
 *     moves to, then those it leaves
 * @param isr the replicas that are in sync; they have all that was ever acknowledged
 * @param leader the broker that serves it; {@link #NO_LEADER} if none can
 * @param leaderEpoch rises with every change of leader, and when a replica leaves
 * @param partitionEpoch rises with every change of anything
 * @param addingReplicas the replicas that a move adds and that are not all in sync yet
 * @param removingReplicas the replicas that go when the move is done
 * @param elr replicas that are not in sync, but have all that was acknowledged, because nothing has
 *     been since they were: the in-sync ones are fewer than {@code min.insync.replicas}
 * @param awaitedFolder the identity of the data folder that has all that was acknowledged, if the
 *     only replica in sync came back with another one: nobody leads until that folder is back, or
 *     somebody asks for an unclean election. {@link Uuid#ZERO} if none is awaited
 */
public record PartitionImage(
        List<Integer> replicas,
        List<Integer> isr,
        int leader,
        int leaderEpoch,
        int partitionEpoch,
        List<Integer> addingReplicas,
        List<Integer> removingReplicas,
        List<Integer> elr,
        Uuid awaitedFolder) {

    /** Stands for the leader of a partition that no broker can serve. */
    public static final int NO_LEADER = -1;

    /** Copies the lists. */
    public PartitionImage {
        replicas = List.copyOf(replicas);
        isr = List.copyOf(isr);
        addingReplicas = List.copyOf(addingReplicas);
        removingReplicas = List.copyOf(removingReplicas);
        elr = List.copyOf(elr);
    }

    /** A partition whose replicas in sync have the data folders in which they were that. */
    public PartitionImage(
            List<Integer> replicas,
            List<Integer> isr,
            int leader,
            int leaderEpoch,
            int partitionEpoch,
            List<Integer> addingReplicas,
            List<Integer> removingReplicas,
            List<Integer> elr) {
        this(
                replicas,
                isr,
                leader,
                leaderEpoch,
                partitionEpoch,
                addingReplicas,
                removingReplicas,
                elr,
                Uuid.ZERO);
    }

    /** A partition that is not moved and has no eligible replicas but those in sync. */
    public PartitionImage(
            List<Integer> replicas,
            List<Integer> isr,
            int leader,
            int leaderEpoch,
            int partitionEpoch) {
        this(replicas, isr, leader, leaderEpoch, partitionEpoch, List.of(), List.of(), List.of());
    }

    /** A new partition, led by the first of the given brokers, all of them in sync. */
    public static PartitionImage created(List<Integer> replicas) {
        return new PartitionImage(replicas, replicas, replicas.getFirst(), 0, 0);
    }

    /** Whether a broker leads it. */
    public boolean hasLeader() {
        return leader != NO_LEADER;
    }

    /** Whether it waits for a data folder. */
    public boolean awaitsFolder() {
        return !awaitedFolder.equals(Uuid.ZERO);
    }

    /** Whether it is on the way to other brokers. */
    public boolean moving() {
        return !addingReplicas.isEmpty() || !removingReplicas.isEmpty();
    }
}
