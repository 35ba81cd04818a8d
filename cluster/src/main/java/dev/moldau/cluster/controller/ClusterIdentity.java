package dev.moldau.cluster.controller;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreConflictException;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Uuid;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The cluster's id: made once, by whichever broker comes first, and the same for ever. It is also
 * the sign that there is a cluster, so that one which is being moved here from another store has a
 * mark in front of its id, and no broker takes part in it before the last record has come.
 *
 * @param id what clients see
 * @param whole whether all of the cluster is here
 */
public record ClusterIdentity(String id, boolean whole) {

    /** The record that says it. */
    public static final StoreKey KEY = StoreRecords.CLUSTER_ID;

    /** No id begins like that: a colon is none of the characters of one. */
    private static final String MOVING = "moving:";

    /**
     * The id; a new one if the cluster is new. Waits for the store.
     *
     * @param random makes the id of a new cluster
     * @throws HalfMovedException if a cluster is being moved into the store and not all there yet
     * @throws dev.moldau.cluster.store.StoreException if the store cannot be used
     */
    public static String of(ClusterStore store, RandomGenerator random) {
        Optional<StoreRecord> known = store.read(KEY);
        if (known.isEmpty()) {
            make(store, Uuid.random(random).toString());
            known = store.read(KEY);
        }
        ClusterIdentity found = decoded(known.orElseThrow());
        if (!found.whole()) {
            throw new HalfMovedException(
                    "A move of the cluster "
                            + found.id()
                            + " into the "
                            + store
                            + " has begun and not ended. Run 'bin/moldau cluster move' once more with"
                            + " the broker that is moved, to finish it, or with --cancel, to take it"
                            + " back.");
        }
        return found.id();
    }

    private static void make(ClusterStore store, String id) {
        byte[] value = new ClusterIdentity(id, true).encoded();
        try {
            store.commit(List.of(new StoreWrite.Create(KEY, value)));
        } catch (StoreConflictException anotherWasFirst) {
            // Then that id counts, which the caller reads.
        }
    }

    /** What the record says. */
    public static ClusterIdentity decoded(StoreRecord known) {
        String text = StoreRecords.decodeText(known.value());
        return text.startsWith(MOVING)
                ? new ClusterIdentity(text.substring(MOVING.length()), false)
                : new ClusterIdentity(text, true);
    }

    /** The record that says this. */
    public byte[] encoded() {
        return StoreRecords.encode(whole ? id : MOVING + id);
    }
}
