package dev.moldau.client.metadata;

import dev.moldau.client.Node;
import dev.moldau.client.metadata.ClusterView.Partition;
import dev.moldau.client.metadata.ClusterView.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A new leader that a broker named when it refused a request meant for the leader (KIP-951).
 *
 * @param node where it listens; null if the broker did not say
 */
record LeaderHint(String topic, int partition, int leaderId, int leaderEpoch, @Nullable Node node) {

    /** The view with the new leader; the old view itself if it knows as much or more. */
    ClusterView applyTo(ClusterView old) {
        Topic known = old.topics().get(topic);
        if (known == null
                || partition < 0
                || partition >= known.partitions().size()
                || leaderId < 0
                || leaderEpoch <= known.partitions().get(partition).leaderEpoch()) {
            return old;
        }
        Map<String, Topic> topics = new HashMap<>(old.topics());
        topics.put(topic, withLeader(known));
        Map<Integer, Node> brokers = new HashMap<>(old.brokers());
        if (node != null) {
            brokers.put(leaderId, node);
        }
        return new ClusterView(
                old.version() + 1, old.clusterId(), brokers, old.controllerId(), topics);
    }

    private Topic withLeader(Topic known) {
        Partition before = known.partitions().get(partition);
        List<Partition> partitions = new ArrayList<>(known.partitions());
        partitions.set(
                partition,
                new Partition(
                        partition,
                        leaderId,
                        leaderEpoch,
                        before.replicas(),
                        before.isr(),
                        before.offlineReplicas()));
        return new Topic(known.name(), known.id(), known.internal(), known.error(), partitions);
    }
}
