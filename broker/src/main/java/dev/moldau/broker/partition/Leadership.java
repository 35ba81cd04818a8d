package dev.moldau.broker.partition;

import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.protocol.ErrorCode;
import java.util.List;

/**
 * Who has a partition and who leads it, as the cluster image says it, seen from one broker.
 * Immutable; published by the partition.
 *
 * @param brokerId the broker that looks
 * @param leaderId the broker that leads, {@link #NO_LEADER} if none does at present
 * @param leaderEpoch counts changes of the leader; the last known one while there is no leader
 * @param partitionEpoch counts changes of anything
 * @param replicas the brokers that have the partition
 * @param isr those of them that are in sync
 */
public record Leadership(
        int brokerId,
        int leaderId,
        int leaderEpoch,
        int partitionEpoch,
        List<Integer> replicas,
        List<Integer> isr) {

    /** Stands for "no leader". */
    public static final int NO_LEADER = PartitionImage.NO_LEADER;

    /** Copies the lists. */
    public Leadership {
        replicas = List.copyOf(replicas);
        isr = List.copyOf(isr);
    }

    /** What the image says, for one of the brokers. */
    public static Leadership of(int brokerId, PartitionImage image) {
        return new Leadership(
                brokerId,
                image.leader(),
                image.leaderEpoch(),
                image.partitionEpoch(),
                image.replicas(),
                image.isr());
    }

    /** The same, but that nobody leads. */
    Leadership withoutLeader() {
        return new Leadership(brokerId, NO_LEADER, leaderEpoch, partitionEpoch, replicas, isr);
    }

    /** Before any image: nobody leads, and whatever comes is newer. */
    static Leadership unknown(int brokerId) {
        return new Leadership(brokerId, NO_LEADER, -1, -1, List.of(), List.of());
    }

    /** Whether this broker leads. */
    public boolean local() {
        return leaderId == brokerId;
    }

    /** Whether this broker is to do as another one does. */
    public boolean follows() {
        return leaderId != NO_LEADER && !local() && replicas.contains(brokerId);
    }

    /** What to say to somebody who knows that leader epoch; -1 stands for one who knows none. */
    ErrorCode checkEpoch(int knownEpoch) {
        if (knownEpoch < 0 || knownEpoch == leaderEpoch) {
            return ErrorCode.NONE;
        }
        return knownEpoch < leaderEpoch
                ? ErrorCode.FENCED_LEADER_EPOCH
                : ErrorCode.UNKNOWN_LEADER_EPOCH;
    }

    /** Whether the other one has overtaken this. */
    boolean isOlderThan(Leadership other) {
        return leaderEpoch < other.leaderEpoch
                || (leaderEpoch == other.leaderEpoch && partitionEpoch < other.partitionEpoch);
    }

    /**
     * Whether the other one is the same state, but for the brokers that have the partition. Answers
     * to leaders' proposals do not tell those, and may come before the image that does.
     */
    boolean isSameBut(Leadership other) {
        return leaderId == other.leaderId
                && leaderEpoch == other.leaderEpoch
                && partitionEpoch == other.partitionEpoch
                && !replicas.equals(other.replicas);
    }
}
