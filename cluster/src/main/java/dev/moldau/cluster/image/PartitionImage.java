package dev.moldau.cluster.image;

import java.util.List;

/**
 * A partition: who has it, who leads it.
 *
 * @param replicas the brokers that have it, the preferred leader first
 * @param isr the replicas that are in sync
 * @param leader the broker that serves it; {@link #NO_LEADER} if none can
 * @param leaderEpoch rises with every change of leader
 * @param partitionEpoch rises with every change of anything
 */
public record PartitionImage(
        List<Integer> replicas,
        List<Integer> isr,
        int leader,
        int leaderEpoch,
        int partitionEpoch) {

    /** Stands for the leader of a partition that no broker can serve. */
    public static final int NO_LEADER = -1;

    /** Copies the lists. */
    public PartitionImage {
        replicas = List.copyOf(replicas);
        isr = List.copyOf(isr);
    }

    /** A new partition, led by the first of the given brokers, all of them in sync. */
    public static PartitionImage created(List<Integer> replicas) {
        return new PartitionImage(replicas, replicas, replicas.getFirst(), 0, 0);
    }
}
