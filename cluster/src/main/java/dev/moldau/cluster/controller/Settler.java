package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import java.util.Collection;
import java.util.Map;

/**
 * Looks at all partitions and settles those whose leader or replicas in sync are not what they can
 * be. It starts from what is, not from what happened: a controller that takes over in the middle of
 * a fail-over goes on with it.
 */
final class Settler {

    private final EffectiveConfigs configs;

    Settler(EffectiveConfigs configs) {
        this.configs = configs;
    }

    /**
     * Settles all partitions, or as many as one decision may change.
     *
     * @param image says which brokers there are
     * @param edits what this decision has changed so far, and what this adds
     * @return whether all are settled
     */
    boolean settleAll(ClusterImage image, TopicEdits edits) {
        BrokerRoll roll = BrokerRoll.of(image);
        for (TopicImage topic : image.topics()) {
            if (!settle(image, topic, roll, edits)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Does not count on some brokers to have everything any more, wherever somebody else does, or
     * they have nothing.
     *
     * @param image says which brokers there are
     * @param brokers may have lost something; each with the data folder that it had before, if it
     *     has another one now, else with {@link Uuid#ZERO}
     * @return whether that is done everywhere
     */
    boolean distrustAll(ClusterImage image, Map<Integer, Uuid> brokers, TopicEdits edits) {
        if (brokers.isEmpty()) {
            return true;
        }
        for (TopicImage topic : image.topics()) {
            ReplicationRules rules = ReplicationRules.of(configs.broker(image), topic);
            for (int index = 0; index < topic.partitions().size(); index++) {
                PartitionImage now = edits.current(topic, index);
                PartitionChange change = new PartitionChange(now, rules);
                for (int id : now.replicas()) {
                    Uuid formerFolder = brokers.get(id);
                    if (formerFolder != null) {
                        Elections.distrust(change, id, formerFolder);
                    }
                }
                PartitionImage next = change.after();
                if (!next.equals(now)) {
                    if (!edits.hasRoomFor(topic)) {
                        return false;
                    }
                    edits.put(topic, index, next);
                }
            }
        }
        return true;
    }

    /**
     * Settles those partitions of some topics for which the topics' settings matter, however many
     * they are: those that have no leader, or have eligible replicas.
     */
    void reconsider(ClusterImage image, Collection<TopicImage> topics, TopicEdits edits) {
        BrokerRoll roll = BrokerRoll.of(image);
        for (TopicImage topic : topics) {
            for (int index = 0; index < topic.partitions().size(); index++) {
                PartitionImage now = edits.current(topic, index);
                if (!now.hasLeader() || !now.elr().isEmpty()) {
                    edits.put(topic, index, settled(configs.broker(image), topic, now, roll));
                }
            }
        }
    }

    private boolean settle(
            ClusterImage image, TopicImage topic, BrokerRoll roll, TopicEdits edits) {
        for (int index = 0; index < topic.partitions().size(); index++) {
            PartitionImage now = edits.current(topic, index);
            if (Elections.isSettled(now, roll)) {
                continue;
            }
            PartitionImage next = settled(configs.broker(image), topic, now, roll);
            if (next.equals(now)) {
                continue;
            }
            if (!edits.hasRoomFor(topic)) {
                return false;
            }
            edits.put(topic, index, next);
        }
        return true;
    }

    private static PartitionImage settled(
            BrokerConfig config, TopicImage topic, PartitionImage now, BrokerRoll roll) {
        PartitionChange change = new PartitionChange(now, ReplicationRules.of(config, topic));
        Elections.settle(change, roll);
        return change.after();
    }
}
