package dev.moldau.cluster.controller;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreConflictException;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Uuid;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The cluster's id: made once, by whichever broker comes first, and the same for ever. */
public final class ClusterIdentity {

    private ClusterIdentity() {}

    /**
     * The id; a new one if the cluster is new. Waits for the store.
     *
     * @param random makes the id of a new cluster
     * @throws dev.moldau.cluster.store.StoreException if the store cannot be used
     */
    public static String of(ClusterStore store, RandomGenerator random) {
        Optional<StoreRecord> known = store.read(StoreRecords.CLUSTER_ID);
        if (known.isEmpty()) {
            make(store, Uuid.random(random).toString());
            known = store.read(StoreRecords.CLUSTER_ID);
        }
        return StoreRecords.decodeText(known.orElseThrow().value());
    }

    private static void make(ClusterStore store, String id) {
        byte[] value = StoreRecords.encode(id);
        try {
            store.commit(List.of(new StoreWrite.Create(StoreRecords.CLUSTER_ID, value)));
        } catch (StoreConflictException anotherWasFirst) {
            // Then that id counts, which the caller reads.
        }
    }
}
