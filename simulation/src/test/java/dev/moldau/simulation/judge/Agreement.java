package dev.moldau.simulation.judge;

import dev.moldau.broker.Broker;
import dev.moldau.broker.partition.Leadership;
import dev.moldau.broker.partition.Partition;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.TopicPartition;
import dev.moldau.simulation.broker.SimulatedBroker;
import dev.moldau.simulation.broker.SimulatedCluster;
import dev.moldau.storage.LogView;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a leader has committed is on every replica that may be elected in its place: those in sync
 * and, with too few of them, the eligible ones. So a rule that is broken shows at once, and not
 * only when the one broker that has everything dies at the right moment.
 *
 * <p>The newest image that a broker has says who counts. It says nothing of a leader that is ahead
 * of it or was deposed, nor of a process that is not registered yet.
 */
final class Agreement {

    private final SimulatedCluster cluster;
    private final Consumer<String> violated;
    private final Map<TopicPartition, Seen> seen = new HashMap<>();

    /** The leader's log, and the state of the partition, when they were looked at last. */
    private record Seen(LogView log, PartitionImage partition) {}

    Agreement(SimulatedCluster cluster, Consumer<String> violated) {
        this.cluster = cluster;
        this.violated = violated;
    }

    /** Looks at all. */
    void look() {
        seen.clear();
        glance();
    }

    /** Looks at those of which the leader's log or the state has changed: mostly at none. */
    void glance() {
        Optional<ClusterImage> newest =
                cluster.brokers().stream()
                        .flatMap(machine -> machine.broker().stream())
                        .map(Broker::image)
                        .max(Comparator.comparingLong(ClusterImage::version));
        newest.ifPresent(image -> image.topics().forEach(topic -> look(image, topic)));
    }

    private void look(ClusterImage image, TopicImage topic) {
        for (int index = 0; index < topic.partitions().size(); index++) {
            PartitionImage partition = topic.partitions().get(index);
            Partition leader = replica(image, topic, index, partition.leader());
            if (leader != null
                    && isLeaderIn(leader.leadership(), partition)
                    && isNew(leader, partition)) {
                look(image, topic, index, partition.isr(), leader);
                look(image, topic, index, partition.elr(), leader);
            }
        }
    }

    // One that is equal is looked at once more, which does no harm.
    @SuppressWarnings("ReferenceEquality")
    private boolean isNew(Partition leader, PartitionImage partition) {
        Seen now = new Seen(leader.view(), partition);
        Seen before = seen.put(leader.name(), now);
        return before == null || before.log != now.log || before.partition != now.partition;
    }

    private static boolean isLeaderIn(Leadership leadership, PartitionImage image) {
        return leadership.local()
                && leadership.leaderEpoch() == image.leaderEpoch()
                && leadership.partitionEpoch() <= image.partitionEpoch();
    }

    private void look(
            ClusterImage image, TopicImage topic, int index, List<Integer> ids, Partition leader) {
        long committed = leader.view().highWatermark();
        for (int id : ids) {
            Partition replica = replica(image, topic, index, id);
            if (replica != null && committed > 0 && lacks(replica, committed, leader)) {
                violated.accept(
                        "broker "
                                + id
                                + " counts, and has "
                                + replica.view()
                                + " of "
                                + replica
                                + ", of which its leader has committed "
                                + leader.view()
                                + "; "
                                + topic.partitions().get(index));
            }
        }
    }

    /** Equal epochs of one record mean equal logs up to there, which others judge. */
    private static boolean lacks(Partition replica, long committed, Partition leader) {
        long last = committed - 1;
        return replica.view().logEndOffset() < committed
                || (last >= replica.view().logStartOffset()
                        && last >= leader.view().logStartOffset()
                        && replica.view().epochOf(last) != leader.view().epochOf(last));
    }

    private static TopicPartition name(TopicImage topic, int index) {
        return new TopicPartition(topic.name(), index);
    }

    /** Null if the broker is not there, or not as the image knows it. */
    private @Nullable Partition replica(ClusterImage image, TopicImage topic, int index, int id) {
        BrokerRegistration known = image.brokers().get(id);
        if (known == null || !known.alive()) {
            return null;
        }
        SimulatedBroker machine = cluster.brokers().get(id - 1);
        return machine.incarnation().filter(known.incarnation()::equals).isEmpty()
                ? null
                : machine.broker()
                        .map(broker -> broker.partitions().partition(name(topic, index)))
                        .filter(partition -> partition.topicId().equals(topic.id()))
                        .filter(partition -> partition.outOfService().isEmpty())
                        .orElse(null);
    }
}
