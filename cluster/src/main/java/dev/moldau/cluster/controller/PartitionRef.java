package dev.moldau.cluster.controller;

/**
 * A partition by name.
 *
 * @param topic the topic's name
 * @param partition the partition's index
 */
public record PartitionRef(String topic, int partition) {
    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
