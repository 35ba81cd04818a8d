package dev.moldau.broker.replication;

import dev.moldau.common.Uuid;

/** Whom this broker follows for a partition from now on. */
sealed interface FollowChange {

    /** Which partition. */
    PartitionKey key();

    /**
     * It follows a leader, in place of the one before, if there was one.
     *
     * @param log whose lane must know the leader's epoch already
     * @param leaderId the broker that leads
     * @param leaderEpoch the epoch in which it does
     * @param throttled whether {@code follower.replication.throttled.replicas} names the replica
     */
    record Follow(FollowedLog log, int leaderId, int leaderEpoch, boolean throttled)
            implements FollowChange {
        @Override
        public PartitionKey key() {
            return PartitionKey.of(log);
        }
    }

    /** It follows nobody: this broker leads, or nobody does, or the partition is gone. */
    record Unfollow(PartitionKey key) implements FollowChange {

        Unfollow(Uuid topicId, int partition) {
            this(new PartitionKey(topicId, partition));
        }
    }
}
