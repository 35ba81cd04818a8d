package dev.moldau.common;

import java.util.Objects;

/**
 * A partition of a topic, by name.
 *
 * @param topic the topic's name
 * @param partition the partition's index, from 0
 */
public record TopicPartition(String topic, int partition) implements Comparable<TopicPartition> {

    /**
     * @throws NullPointerException if the topic is null
     * @throws IllegalArgumentException if the index is negative
     */
    public TopicPartition {
        Objects.requireNonNull(topic, "topic");
        if (partition < 0) {
            throw new IllegalArgumentException("partition index is negative: " + partition);
        }
    }

    /** Orders by topic name, then by index. */
    @Override
    public int compareTo(TopicPartition other) {
        int byTopic = topic.compareTo(other.topic);
        return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
    }

    /** The directory name and the form people read in logs: {@code topic-3}. */
    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
