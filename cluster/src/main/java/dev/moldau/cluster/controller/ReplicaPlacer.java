package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.BrokerRegistration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Chooses the brokers of new partitions: leaders go round all brokers, and the followers of one
 * leader differ from partition to partition, so that a dead broker's load spreads. No two replicas
 * stand in one rack as long as there is a rack without one; brokers that name no rack count as
 * standing alone.
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
        List<BrokerRegistration> ring = interleavedByRack(brokers);
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

    private static List<Integer> replicas(
            List<BrokerRegistration> ring, int start, int shift, int count) {
        int size = ring.size();
        BrokerRegistration leader = ring.get(start % size);
        List<Integer> chosen = new ArrayList<>(count);
        chosen.add(leader.id());
        Set<String> racks = new HashSet<>(Set.of(rack(leader)));
        while (chosen.size() < count) {
            for (int i = 0; i < size - 1 && chosen.size() < count; i++) {
                int distance = 1 + (shift + i) % (size - 1);
                BrokerRegistration next = ring.get((start + distance) % size);
                if (!chosen.contains(next.id()) && racks.add(rack(next))) {
                    chosen.add(next.id());
                }
            }
            // Each rack has one by now; the next round gives some a second one.
            racks.clear();
        }
        return List.copyOf(chosen);
    }

    private static String rack(BrokerRegistration broker) {
        String rack = broker.rack();
        return rack == null ? "broker " + broker.id() : "rack " + rack;
    }

    private static List<BrokerRegistration> interleavedByRack(List<BrokerRegistration> brokers) {
        Map<String, List<BrokerRegistration>> byRack = new TreeMap<>();
        for (BrokerRegistration broker : brokers) {
            byRack.computeIfAbsent(rack(broker), r -> new ArrayList<>()).add(broker);
        }
        List<Iterator<BrokerRegistration>> racks =
                byRack.values().stream().map(List::iterator).toList();
        List<BrokerRegistration> ring = new ArrayList<>(brokers.size());
        while (ring.size() < brokers.size()) {
            for (Iterator<BrokerRegistration> rack : racks) {
                if (rack.hasNext()) {
                    ring.add(rack.next());
                }
            }
        }
        return ring;
    }
}
