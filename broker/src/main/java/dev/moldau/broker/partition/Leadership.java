package dev.moldau.broker.partition;

/**
 * Who leads a partition, as the cluster image says it. Immutable; published by the partition.
 *
 * @param leaderId the broker that leads, -1 if none does at present
 * @param leaderEpoch counts changes of the leader; the last known one while there is no leader
 * @param local whether this broker leads
 * @param inSyncReplicas how many replicas are in sync
 */
public record Leadership(int leaderId, int leaderEpoch, boolean local, int inSyncReplicas) {

    /** Stands for "no leader". */
    public static final int NO_LEADER = -1;
}
