package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ClusterKeys;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.TopicKeys;

/**
 * What a topic's settings say about leaders and replicas in sync.
 *
 * @param minInsyncReplicas with fewer in sync nothing is acknowledged
 * @param uncleanElection whether a replica that may lack acknowledged records may lead when there
 *     is no other
 */
record ReplicationRules(int minInsyncReplicas, boolean uncleanElection) {

    /** The rules of a topic; only the two settings are read, for thousands of topics at a time. */
    static ReplicationRules of(BrokerConfig broker, TopicImage topic) {
        return new ReplicationRules(
                read(
                        topic,
                        TopicKeys.MIN_INSYNC_REPLICAS,
                        broker.get(ClusterKeys.MIN_INSYNC_REPLICAS)),
                read(
                        topic,
                        TopicKeys.UNCLEAN_LEADER_ELECTION_ENABLE,
                        broker.get(ClusterKeys.UNCLEAN_LEADER_ELECTION_ENABLE)));
    }

    private static <T> T read(TopicImage topic, ConfigKey<T> key, T otherwise) {
        String text = topic.configs().get(key.name());
        return text == null ? otherwise : key.parse(text);
    }

    /** The same rules, and an unclean election is allowed because somebody asked for it. */
    ReplicationRules allowingUnclean() {
        return new ReplicationRules(minInsyncReplicas, true);
    }

    /** How many replicas must be in sync; a partition cannot need more than it has. */
    int needed(int replicas) {
        return Math.min(minInsyncReplicas, replicas);
    }
}
