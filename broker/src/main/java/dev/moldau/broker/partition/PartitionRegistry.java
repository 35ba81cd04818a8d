package dev.moldau.broker.partition;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the partitions that this broker has. Readers on any thread take one volatile read of an
 * immutable snapshot; their owner alone replaces it.
 */
public final class PartitionRegistry {

    private volatile Snapshot current = new Snapshot(Map.of(), Map.of());

    /** A registry without partitions. */
    public PartitionRegistry() {}

    private record Snapshot(Map<String, LocalTopic> byName, Map<Uuid, LocalTopic> byId) {}

    /** The topic of that name; null if this broker has no partition of it. */
    public @Nullable LocalTopic topic(String name) {
        return current.byName.get(name);
    }

    /** The topic of that identity; null if this broker has no partition of it. */
    public @Nullable LocalTopic topic(Uuid id) {
        return current.byId.get(id);
    }

    /** The partition of that name; null if this broker does not have it. */
    public @Nullable Partition partition(TopicPartition name) {
        LocalTopic topic = topic(name.topic());
        return topic == null ? null : topic.partition(name.partition());
    }

    /** All topics, in no particular order. */
    public Collection<LocalTopic> topics() {
        return current.byName.values();
    }

    /** Calls the action with every partition. */
    public void forEach(Consumer<Partition> action) {
        topics().forEach(topic -> topic.forEach(action));
    }

    /**
     * Replaces some topics and removes others, in one step. Only for the owner.
     *
     * @param changed topics with all their partitions
     * @param removed identities of topics
     */
    void update(List<LocalTopic> changed, Collection<Uuid> removed) {
        Map<String, LocalTopic> byName = new HashMap<>(current.byName);
        Map<Uuid, LocalTopic> byId = new HashMap<>(current.byId);
        for (Uuid id : removed) {
            LocalTopic gone = byId.remove(id);
            if (gone != null) {
                byName.remove(gone.name(), gone);
            }
        }
        for (LocalTopic topic : changed) {
            byName.put(topic.name(), topic);
            byId.put(topic.id(), topic);
        }
        current = new Snapshot(byName, byId);
    }
}
