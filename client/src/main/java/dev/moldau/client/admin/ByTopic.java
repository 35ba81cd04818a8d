package dev.moldau.client.admin;

import dev.moldau.common.TopicPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Partitions as the protocol groups them. */
final class ByTopic {

    private ByTopic() {}

    /** The partitions' indexes by topic, in the order of the first partition of each. */
    static Map<String, List<TopicPartition>> group(Collection<TopicPartition> partitions) {
        Map<String, List<TopicPartition>> byTopic = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            byTopic.computeIfAbsent(partition.topic(), topic -> new ArrayList<>()).add(partition);
        }
        return byTopic;
    }
}
