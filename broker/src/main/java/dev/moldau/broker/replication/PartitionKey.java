package dev.moldau.broker.replication;

import dev.moldau.common.Uuid;

/**
 * Which partition, as requests between brokers name it.
 *
 * @param topicId the topic's identity
 * @param partition the partition's index
 */
record PartitionKey(Uuid topicId, int partition) {

    static PartitionKey of(FollowedLog log) {
        return new PartitionKey(log.topicId(), log.name().partition());
    }
}
