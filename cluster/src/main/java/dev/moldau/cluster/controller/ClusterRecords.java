package dev.moldau.cluster.controller;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreKey;
import java.util.Set;
import java.util.stream.Collectors;

/** What of a store's records is the cluster, for those who bring it to another store. */
public final class ClusterRecords {

    private ClusterRecords() {}

    /**
     * Whether a record is part of the cluster wherever it is kept. The others say who acts for it
     * just now, or that it is there.
     */
    public static boolean belongsToCluster(StoreKey key) {
        return !key.equals(StoreRecords.CLUSTER_ID)
                && !key.equals(StoreRecords.CONTROLLER)
                && !key.collection().equals(StoreRecords.PRESENCE);
    }

    /** Whether a record is a topic. */
    public static boolean isTopic(StoreKey key) {
        return key.collection().equals(StoreRecords.TOPICS);
    }

    /**
     * The numbers of the brokers that have registered. Waits for the store.
     *
     * @throws dev.moldau.cluster.store.StoreException if the store cannot be used
     */
    public static Set<Integer> brokers(ClusterStore store) {
        return store.list(StoreRecords.BROKERS).stream()
                .map(record -> Integer.valueOf(record.key().name()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
