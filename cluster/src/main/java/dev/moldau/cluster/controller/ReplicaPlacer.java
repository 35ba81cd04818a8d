package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.BrokerRegistration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Chooses the brokers of new partitions: leaders go round all brokers, and the followers of one
 * leader differ from partition to partition, so that a dead broker's load spreads. Brokers are
 * first put in an order in which neighbours stand in different racks where that is possible.
 */
final class ReplicaPlacer {

    private final RandomGenerator random;

    ReplicaPlacer(RandomGenerator random) {
        this.random = random;
    }

    /**
     * The brokers of each partition, the leader first.
     *
     * @param brokers the brokers to choose from, at least as many as replicas
     * @param partitions how many partitions
     * @param replicationFactor how many replicas of each
     */
    List<List<Integer>> place(
            List<BrokerRegistration> brokers, int partitions, int replicationFactor) {
        List<Integer> ring = interleavedByRack(brokers);
        int size = ring.size();
        int start = random.nextInt(size);
        int shift = size > 1 ? random.nextInt(size - 1) : 0;
        List<List<Integer>> placed = new ArrayList<>(partitions);
        for (int partition = 0; partition < partitions; partition++) {
            placed.add(replicas(ring, start + partition, shift, replicationFactor));
            if ((start + partition) % size == size - 1) {
                shift++;
            }
        }
        return placed;
    }

    private static List<Integer> replicas(List<Integer> ring, int start, int shift, int count) {
        int size = ring.size();
        int first = start % size;
        List<Integer> chosen = new ArrayList<>(count);
        chosen.add(ring.get(first));
        for (int i = 0; i < count - 1; i++) {
            int distance = 1 + (shift + i) % (size - 1);
            chosen.add(ring.get((first + distance) % size));
        }
        return List.copyOf(chosen);
    }

    private static List<Integer> interleavedByRack(List<BrokerRegistration> brokers) {
        Map<String, List<Integer>> byRack = new TreeMap<>();
        for (BrokerRegistration broker : brokers) {
            String rack = Objects.requireNonNullElse(broker.rack(), "");
            byRack.computeIfAbsent(rack, r -> new ArrayList<>()).add(broker.id());
        }
        List<Iterator<Integer>> racks = byRack.values().stream().map(List::iterator).toList();
        List<Integer> ring = new ArrayList<>(brokers.size());
        while (ring.size() < brokers.size()) {
            for (Iterator<Integer> rack : racks) {
                if (rack.hasNext()) {
                    ring.add(rack.next());
                }
            }
        }
        return ring;
    }
}
