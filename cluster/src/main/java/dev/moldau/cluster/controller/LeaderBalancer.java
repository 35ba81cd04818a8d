package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.config.BalanceKeys;
import dev.moldau.common.config.BrokerConfig;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Gives leaders back to the brokers that are to lead by preference, once more than a share of what
 * such a broker should lead is led by others. What is moved or cannot go back yet is left for the
 * next time.
 */
final class LeaderBalancer {

    private final EffectiveConfigs configs;

    LeaderBalancer(EffectiveConfigs configs) {
        this.configs = configs;
    }

    Decision<Progress> decide(ControllerState state) {
        ClusterImage image = state.image();
        BrokerConfig config = configs.broker(image);
        if (!config.get(BalanceKeys.AUTO_LEADER_REBALANCE_ENABLE)) {
            return Decision.unchanged(state, new Progress(0, true));
        }
        Set<Integer> deprived =
                deprived(image, config.get(BalanceKeys.LEADER_IMBALANCE_PER_BROKER_PERCENTAGE));
        TopicEdits edits = new TopicEdits();
        boolean finished = deprived.isEmpty() || giveBack(image, config, deprived, edits);
        return edits.decision(state, new Progress(edits.size(), finished));
    }

    /** The brokers that should lead more than they do. */
    private static Set<Integer> deprived(ClusterImage image, int percentage) {
        Map<Integer, Share> shares = new HashMap<>();
        for (TopicImage topic : image.topics()) {
            for (PartitionImage partition : topic.partitions()) {
                int preferred = partition.replicas().getFirst();
                shares.computeIfAbsent(preferred, id -> new Share())
                        .count(partition.leader() == preferred);
            }
        }
        Set<Integer> deprived = new HashSet<>();
        shares.forEach(
                (broker, share) -> {
                    if (share.missingMoreThan(percentage)) {
                        deprived.add(broker);
                    }
                });
        return deprived;
    }

    private static boolean giveBack(
            ClusterImage image, BrokerConfig config, Set<Integer> deprived, TopicEdits edits) {
        BrokerRoll roll = BrokerRoll.of(image);
        for (TopicImage topic : image.topics()) {
            for (int index = 0; index < topic.partitions().size(); index++) {
                PartitionImage now = edits.current(topic, index);
                int preferred = now.replicas().getFirst();
                if (now.leader() == preferred || now.moving() || !deprived.contains(preferred)) {
                    continue;
                }
                PartitionChange change =
                        new PartitionChange(now, ReplicationRules.of(config, topic));
                if (!Elections.preferFirst(change, roll)) {
                    continue;
                }
                if (!edits.hasRoomFor(topic)) {
                    return false;
                }
                edits.put(topic, index, change.after());
            }
        }
        return true;
    }

    /** How much of what a broker is to lead it leads. */
    private static final class Share {
        private long all;
        private long missing;

        void count(boolean led) {
            all++;
            missing += led ? 0 : 1;
        }

        boolean missingMoreThan(int percentage) {
            return missing * 100 > percentage * all;
        }
    }
}
