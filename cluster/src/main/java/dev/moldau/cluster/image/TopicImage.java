package dev.moldau.cluster.image;

import dev.moldau.common.Uuid;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A topic.
 *
 * @param name its name
 * @param id its identity: a topic that is deleted and created again gets another one
 * @param partitions its partitions, by index
 * @param configs the settings made on it
 */
public record TopicImage(
        String name, Uuid id, List<PartitionImage> partitions, Map<String, String> configs) {

    /** Copies the collections. */
    public TopicImage {
        partitions = List.copyOf(partitions);
        configs = Map.copyOf(configs);
    }

    /** The partition of that index. */
    public Optional<PartitionImage> partition(int index) {
        return index >= 0 && index < partitions.size()
                ? Optional.of(partitions.get(index))
                : Optional.empty();
    }

    /** Whether the topic is one of the broker's own, such as {@code __consumer_offsets}. */
    public boolean internal() {
        return TopicNames.isInternal(name);
    }

    /** The same topic with other settings. */
    public TopicImage withConfigs(Map<String, String> newConfigs) {
        return new TopicImage(name, id, partitions, newConfigs);
    }

    /** The same topic with other partitions. */
    public TopicImage withPartitions(List<PartitionImage> newPartitions) {
        return new TopicImage(name, id, newPartitions, configs);
    }
}
