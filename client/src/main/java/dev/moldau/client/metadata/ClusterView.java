package dev.moldau.client.metadata;

import dev.moldau.client.Node;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the client knows of the cluster at one moment. Immutable.
 *
 * @param version grows with every change, so that a reader can tell whether it saw this one
 * @param clusterId null until a broker told it
 * @param brokers the brokers by id
 * @param controllerId -1 if unknown
 * @param topics the topics that the client uses, by name
 */
public record ClusterView(
        long version,
        @Nullable String clusterId,
        Map<Integer, Node> brokers,
        int controllerId,
        Map<String, Topic> topics) {

    /** Before any broker has answered. */
    public static final ClusterView EMPTY = new ClusterView(0, null, Map.of(), -1, Map.of());

    /** Copies the maps. */
    public ClusterView {
        brokers = Map.copyOf(brokers);
        topics = Map.copyOf(topics);
    }

    /**
     * A topic, or why the brokers do not describe it.
     *
     * @param name its name
     * @param id {@link Uuid#ZERO} if the brokers are too old for topic ids
     * @param internal whether the brokers keep it for themselves
     * @param error {@link ErrorCode#NONE} if the partitions are known
     * @param partitions by index
     */
    public record Topic(
            String name, Uuid id, boolean internal, ErrorCode error, List<Partition> partitions) {
        /** Copies the list. */
        public Topic {
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * A partition.
     *
     * @param index from 0
     * @param leaderId -1 if there is no leader now
     * @param leaderEpoch the last one known, kept while there is no leader; -1 if never known
     * @param replicas the ids of the brokers that have a copy, the preferred leader first
     * @param isr those of them that are in step with the leader
     * @param offlineReplicas those of them that are away
     */
    public record Partition(
            int index,
            int leaderId,
            int leaderEpoch,
            List<Integer> replicas,
            List<Integer> isr,
            List<Integer> offlineReplicas) {
        /** Copies the lists. */
        public Partition {
            replicas = List.copyOf(replicas);
            isr = List.copyOf(isr);
            offlineReplicas = List.copyOf(offlineReplicas);
        }
    }

    /** The topic, if it is known without error. */
    public @Nullable Topic topic(String name) {
        Topic topic = topics.get(name);
        return topic == null || topic.error() != ErrorCode.NONE ? null : topic;
    }

    /** The broker that leads a partition of the topic, if there is one and its address is known. */
    public @Nullable Node leader(String name, int partition) {
        Topic topic = topics.get(name);
        if (topic == null || partition >= topic.partitions().size()) {
            return null;
        }
        return brokers.get(topic.partitions().get(partition).leaderId());
    }

    /** The controller, if its address is known. */
    public Optional<Node> controller() {
        return Optional.ofNullable(brokers.get(controllerId));
    }
}
