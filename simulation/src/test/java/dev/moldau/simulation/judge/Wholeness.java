package dev.moldau.simulation.judge;

import dev.moldau.broker.Broker;
import dev.moldau.broker.partition.Partition;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.TopicPartition;
import dev.moldau.simulation.broker.SimulatedBroker;
import dev.moldau.simulation.broker.SimulatedCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a cluster is whole: nothing is on its way, and all replicas have all. */
public final class Wholeness {

    private final SimulatedCluster cluster;

    /** Looks at a cluster when it is asked. */
    public Wholeness(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /** Whether it is whole now. */
    public boolean isWhole() {
        return missing() == null;
    }

    /** The first thing that is missing. */
    @Override
    public String toString() {
        String missing = missing();
        return missing == null ? "whole" : missing;
    }

    private @Nullable String missing() {
        long version = -1;
        for (SimulatedBroker machine : cluster.brokers()) {
            Optional<Broker> broker = machine.broker();
            if (broker.isEmpty()) {
                return machine + " does not serve";
            }
            ClusterImage image = broker.get().image();
            if (version >= 0 && version != image.version()) {
                return machine + " has image " + image.version() + ", not " + version;
            }
            version = image.version();
            String missing = missing(image);
            if (missing != null) {
                return missing;
            }
        }
        return null;
    }

    private @Nullable String missing(ClusterImage image) {
        for (TopicImage topic : image.topics()) {
            for (int index = 0; index < topic.partitions().size(); index++) {
                PartitionImage partition = topic.partitions().get(index);
                String missing = missing(new TopicPartition(topic.name(), index), partition);
                if (missing != null) {
                    return missing;
                }
            }
        }
        return null;
    }

    private @Nullable String missing(TopicPartition name, PartitionImage image) {
        if (!image.hasLeader() || image.moving() || image.isr().size() < image.replicas().size()) {
            return name + " is " + image;
        }
        long end = -1;
        Partition leader = partition(image.leader(), name);
        long start = leader == null ? 0 : leader.view().logStartOffset();
        for (int id : image.replicas()) {
            Partition partition = partition(id, name);
            if (partition == null || partition.outOfService().isPresent()) {
                return "broker " + id + " has no " + name;
            }
            if (partition.view().logStartOffset() < start) {
                return partition
                        + " is at "
                        + partition.view()
                        + ", its leader's begins at "
                        + start;
            }
            end = end < 0 ? partition.view().logEndOffset() : end;
            if (partition.view().logEndOffset() != end || partition.view().highWatermark() != end) {
                return partition + " is at " + partition.view() + ", others at " + end;
            }
        }
        return null;
    }

    private @Nullable Partition partition(int id, TopicPartition name) {
        return cluster.brokers()
                .get(id - 1)
                .broker()
                .map(broker -> broker.partitions().partition(name))
                .orElse(null);
    }

    /** Where replicas of one partition differ, though all have all. */
    public List<String> differences() {
        List<String> found = new ArrayList<>();
        ClusterImage image = cluster.brokers().getFirst().broker().orElseThrow().image();
        for (TopicImage topic : image.topics()) {
            for (int index = 0; index < topic.partitions().size(); index++) {
                TopicPartition name = new TopicPartition(topic.name(), index);
                List<Partition> replicas =
                        topic.partitions().get(index).replicas().stream()
                                .map(id -> Objects.requireNonNull(partition(id, name)))
                                .toList();
                long start =
                        replicas.stream()
                                .mapToLong(one -> one.view().logStartOffset())
                                .max()
                                .orElse(0);
                List<List<Stamp>> logs =
                        replicas.stream()
                                .map(one -> Stamp.of(one.view(), start))
                                .distinct()
                                .toList();
                if (logs.size() > 1) {
                    found.add("replicas of " + name + " differ: " + logs);
                }
            }
        }
        return found;
    }
}
