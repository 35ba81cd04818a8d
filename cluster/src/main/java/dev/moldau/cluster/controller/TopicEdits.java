package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.store.StoreWrite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The partitions that one decision changes. A topic is copied and written once, however many of its
 * partitions change how often; other topics are not touched. Confined to one decision.
 */
final class TopicEdits {

    /**
     * How much one decision changes at most where it may do a part at a time: far below what a
     * store takes in one transaction, some 20 bytes a partition.
     */
    static final int MAX_TOPICS = 2_000;

    static final int MAX_PARTITIONS = 20_000;

    private final Map<String, Edit> edits = new LinkedHashMap<>();
    private int partitions;

    private record Edit(TopicImage topic, List<PartitionImage> partitions) {}

    /** The partition as this decision has left it so far. */
    PartitionImage current(TopicImage topic, int index) {
        Edit edit = edits.get(topic.name());
        return edit == null ? topic.partitions().get(index) : edit.partitions().get(index);
    }

    /** Replaces a partition, if it is another one. Tells whether it is. */
    boolean put(TopicImage topic, int index, PartitionImage partition) {
        if (current(topic, index).equals(partition)) {
            return false;
        }
        edits.computeIfAbsent(topic.name(), n -> edit(topic)).partitions().set(index, partition);
        return true;
    }

    private Edit edit(TopicImage topic) {
        partitions += topic.partitions().size();
        return new Edit(topic, new ArrayList<>(topic.partitions()));
    }

    /** Whether the topic may be changed without the decision growing too large. */
    boolean hasRoomFor(TopicImage topic) {
        return edits.containsKey(topic.name())
                || edits.isEmpty()
                || (edits.size() < MAX_TOPICS
                        && partitions + topic.partitions().size() <= MAX_PARTITIONS);
    }

    /** How many topics change. */
    int size() {
        return edits.size();
    }

    /** Adds the changes to the writes and to the next image. */
    void addTo(List<StoreWrite> writes, ClusterImage.Builder next) {
        for (Edit edit : edits.values()) {
            TopicImage changed = edit.topic().withPartitions(edit.partitions());
            writes.add(
                    new StoreWrite.Replace(
                            StoreRecords.topicKey(changed.name()),
                            StoreRecords.encode(changed),
                            StoreWrite.ANY_VERSION));
            next.topic(changed);
        }
    }

    /** The decision to make these changes and no others. */
    <R> Decision<R> decision(ControllerState state, R reply) {
        if (edits.isEmpty()) {
            return Decision.unchanged(state, reply);
        }
        List<StoreWrite> writes = new ArrayList<>(edits.size());
        ClusterImage.Builder next = state.image().next();
        addTo(writes, next);
        return new Decision<>(writes, state.withImage(next.build()), reply);
    }
}
