package dev.moldau.broker.group;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Committed offsets by topic and partition. By topic first: a group with a million offsets has few
 * topics, and whoever asks asks by topic.
 */
final class OffsetTable {

    /** What to do with each offset. */
    @FunctionalInterface
    interface Visitor {
        void visit(String topic, int partition, CommittedOffset offset);
    }

    private final Map<String, Map<Integer, CommittedOffset>> byTopic = new HashMap<>();

    @Nullable CommittedOffset get(String topic, int partition) {
        Map<Integer, CommittedOffset> partitions = byTopic.get(topic);
        return partitions == null ? null : partitions.get(partition);
    }

    void put(String topic, int partition, CommittedOffset offset) {
        byTopic.computeIfAbsent(topic, _ -> new HashMap<>()).put(partition, offset);
    }

    void remove(String topic, int partition) {
        Map<Integer, CommittedOffset> partitions = byTopic.get(topic);
        if (partitions != null && partitions.remove(partition) != null && partitions.isEmpty()) {
            byTopic.remove(topic);
        }
    }

    void putAll(OffsetTable other) {
        other.forEach(this::put);
    }

    int size() {
        int size = 0;
        for (Map<Integer, CommittedOffset> partitions : byTopic.values()) {
            size += partitions.size();
        }
        return size;
    }

    boolean isEmpty() {
        return byTopic.isEmpty();
    }

    void forEach(Visitor visitor) {
        byTopic.forEach(
                (topic, partitions) ->
                        partitions.forEach(
                                (partition, offset) -> visitor.visit(topic, partition, offset)));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof OffsetTable table && byTopic.equals(table.byTopic);
    }

    @Override
    public int hashCode() {
        return byTopic.hashCode();
    }

    @Override
    public String toString() {
        return byTopic.toString();
    }
}
