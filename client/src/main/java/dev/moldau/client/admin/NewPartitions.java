package dev.moldau.client.admin;

import java.util.List;

/**
 * How a topic shall grow.
 *
 * @param totalCount how many partitions it has afterwards
 * @param replicas the brokers of each new partition in order, the preferred leader first; empty
 *     leaves the choice to the controller
 */
public record NewPartitions(int totalCount, List<List<Integer>> replicas) {

    /** Copies the lists. */
    public NewPartitions {
        replicas = replicas.stream().map(List::copyOf).toList();
    }

    /** Growth whose replicas the controller places. */
    public NewPartitions(int totalCount) {
        this(totalCount, List.of());
    }
}
