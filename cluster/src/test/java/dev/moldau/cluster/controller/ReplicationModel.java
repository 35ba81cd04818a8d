package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Uuid;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who could have all acknowledged records of each partition, as leaders and followers would make it
 * come about: a leader acknowledges what all have whom it takes to be in sync, if they are enough
 * and follow it in its epoch; whoever it does not need lacks that from then on.
 */
final class ReplicationModel {

    /**
     * A partition.
     *
     * @param topic the topic's identity
     * @param index its index
     */
    record PartitionKey(Uuid topic, int index) {}

    /**
     * A partition's files on a broker.
     *
     * @param broker the broker
     * @param folder the data folder that they are in
     */
    record Copy(int broker, Uuid folder) {}

    /** What a broker knows of a partition. */
    static final class Knowledge {
        final PartitionImage image;
        final ReplicationRules rules;

        /** Whom it may have proposed beside those it knows to be in sync. */
        final Set<Integer> proposed = new HashSet<>();

        Knowledge(PartitionImage image, ReplicationRules rules) {
            this.image = image;
            this.rules = rules;
        }
    }

    /** For each partition the copies that have all that was acknowledged. */
    final Map<PartitionKey, Set<Copy>> complete = new HashMap<>();

    /** The data folder that each broker has. */
    final Map<Integer, Uuid> folders = new HashMap<>();

    /** The leader epoch since which the acknowledged records are others than before. */
    private final Map<PartitionKey, Integer> uncleanEpochs = new HashMap<>();

    private final Map<Integer, Map<PartitionKey, Knowledge>> known = new HashMap<>();
    int acknowledged;

    void created(PartitionKey key, Set<Copy> copies) {
        complete.put(key, copies);
    }

    private Copy copy(int broker) {
        return new Copy(broker, folders.getOrDefault(broker, Uuid.ZERO));
    }

    /** The log of this leader is the truth from now on. */
    void electedUncleanly(PartitionKey key, Copy leaders, int leaderEpoch) {
        complete.put(key, new HashSet<>(Set.of(leaders)));
        uncleanEpochs.put(key, leaderEpoch);
    }

    void learn(int broker, PartitionKey key, PartitionImage image, ReplicationRules rules) {
        known.computeIfAbsent(broker, b -> new HashMap<>()).put(key, new Knowledge(image, rules));
    }

    void forget(int broker) {
        known.remove(broker);
    }

    Knowledge knowledge(int broker, PartitionKey key) {
        Map<PartitionKey, Knowledge> all = known.get(broker);
        Knowledge found = all == null ? null : all.get(key);
        return found != null
                ? found
                : new Knowledge(
                        new PartitionImage(List.of(), List.of(), -1, -1, -1),
                        new ReplicationRules(1, false));
    }

    boolean believesToLead(int broker, PartitionKey key) {
        return knowledge(broker, key).image.leader() == broker;
    }

    boolean follows(int follower, int leader, PartitionKey key) {
        PartitionImage mine = knowledge(follower, key).image;
        return mine.leader() == leader
                && mine.leaderEpoch() == knowledge(leader, key).image.leaderEpoch();
    }

    /** The leader tries to have a record acknowledged. */
    void acknowledge(int leader, PartitionKey key, Set<Integer> running) {
        Knowledge its = knowledge(leader, key);
        Set<Integer> needed = new HashSet<>(its.image.isr());
        needed.addAll(its.proposed);
        boolean outOfDate = its.image.leaderEpoch() < uncleanEpochs.getOrDefault(key, -1);
        boolean enough = its.image.isr().size() >= its.rules.needed(its.image.replicas().size());
        boolean allThere =
                needed.stream().allMatch(id -> running.contains(id) && follows(id, leader, key));
        if (!outOfDate && enough && allThere) {
            Set<Copy> copies = new HashSet<>();
            needed.forEach(id -> copies.add(copy(id)));
            complete.put(key, copies);
            acknowledged++;
        }
    }

    /** The follower fetches until it has what the leader has. */
    void catchUp(int follower, int leader, PartitionKey key) {
        Set<Copy> those = complete.getOrDefault(key, new HashSet<>());
        if (those.contains(copy(leader))) {
            those.add(copy(follower));
        }
    }
}
