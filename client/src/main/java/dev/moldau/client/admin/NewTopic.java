package dev.moldau.client.admin;

import java.util.List;
import java.util.Map;

/**
 * A topic to create.
 *
 * @param name what to call it
 * @param partitions how many; -1 for the brokers' default, or if replicas are given
 * @param replicationFactor copies of each partition; -1 for the brokers' default, or if replicas
 *     are given
 * @param replicas the brokers of each partition by index, the preferred leader first; empty leaves
 *     the choice to the controller
 * @param configs settings that differ from the defaults
 */
public record NewTopic(
        String name,
        int partitions,
        int replicationFactor,
        Map<Integer, List<Integer>> replicas,
        Map<String, String> configs) {

    /**
     * Copies the maps; what the numbers may be is for the brokers to say.
     *
     * @throws IllegalArgumentException if both replicas and numbers are given
     */
    public NewTopic {
        replicas = Map.copyOf(replicas);
        configs = Map.copyOf(configs);
        if (!replicas.isEmpty() && (partitions != -1 || replicationFactor != -1)) {
            throw new IllegalArgumentException(
                    "topic "
                            + name
                            + " has both replicas and numbers; with replicas both numbers are -1");
        }
    }

    /** A topic with the brokers' defaults. */
    public NewTopic(String name) {
        this(name, -1, -1);
    }

    /** A topic without settings of its own, whose replicas the controller places. */
    public NewTopic(String name, int partitions, int replicationFactor) {
        this(name, partitions, replicationFactor, Map.of(), Map.of());
    }

    /** The same with these settings. */
    public NewTopic withConfigs(Map<String, String> settings) {
        return new NewTopic(name, partitions, replicationFactor, replicas, settings);
    }
}
