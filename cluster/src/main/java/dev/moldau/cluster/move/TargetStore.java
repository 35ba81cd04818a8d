package dev.moldau.cluster.move;

import dev.moldau.cluster.controller.ClusterIdentity;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreConflictException;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreWrite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The store that a cluster is moved to. What was written to it is found by reading, never
 * remembered, so that it does not matter which run wrote it. Every transaction names the version of
 * the id's record: if somebody else takes the place meanwhile, none of them is made.
 */
final class TargetStore {

    /** What one transaction holds; far below what any store takes. */
    private static final int CHUNK_BYTES = 256 * 1_024;

    private static final int CHUNK_RECORDS = 500;

    private final ClusterStore store;
    private final String name;
    private final String clusterId;

    TargetStore(ClusterStore store, String name, String clusterId) {
        this.store = store;
        this.name = name;
        this.clusterId = clusterId;
    }

    /**
     * Whether the whole cluster is here.
     *
     * @param expected whether the file says that the cluster was on its way here
     * @throws MoveRefusedException if the cluster is here and was not expected, or another one is
     */
    boolean hasArrived(boolean expected) throws MoveRefusedException {
        Optional<ClusterIdentity> there = identity();
        if (there.isEmpty()) {
            return false;
        }
        if (!there.get().id().equals(clusterId)) {
            throw new MoveRefusedException(
                    "ZooKeeper at "
                            + name
                            + " holds a cluster already, "
                            + there.get().id()
                            + ". Choose another chroot at the end of zookeeper.connect, such as"
                            + " zk1:2181/east, or start on an empty data folder to join that cluster.");
        }
        if (there.get().whole() && !expected) {
            throw new MoveRefusedException(
                    "The cluster "
                            + clusterId
                            + " has been moved to ZooKeeper at "
                            + name
                            + " before, and this file is an old copy of it. Give the file another"
                            + " name and start the broker.");
        }
        return there.get().whole();
    }

    private Optional<ClusterIdentity> identity() {
        return store.read(ClusterIdentity.KEY).map(ClusterIdentity::decoded);
    }

    /** Takes the place for the cluster, unless an earlier run has done so. */
    void claim(List<StoreRecord> records) throws MoveRefusedException {
        if (identity().isPresent()) {
            return;
        }
        for (String collection : collections(records)) {
            List<StoreRecord> found = store.list(collection);
            if (!found.isEmpty() && !collection.equals(ClusterIdentity.KEY.collection())) {
                throw new MoveRefusedException(
                        "ZooKeeper at "
                                + name
                                + " holds records of a cluster that has no id, such as "
                                + found.getFirst().key()
                                + ". Choose another chroot at the end of zookeeper.connect, or remove"
                                + " that one.");
            }
        }
        try {
            store.commit(List.of(new StoreWrite.Create(ClusterIdentity.KEY, identity(false))));
        } catch (StoreConflictException e) {
            throw overtaken(e);
        }
    }

    private static Set<String> collections(List<StoreRecord> records) {
        return records.stream().map(r -> r.key().collection()).collect(Collectors.toSet());
    }

    private byte[] identity(boolean whole) {
        return new ClusterIdentity(clusterId, whole).encoded();
    }

    private MoveRefusedException overtaken(StoreConflictException e) {
        return new MoveRefusedException(
                "Somebody else has changed the cluster in ZooKeeper at "
                        + name
                        + " during the move ("
                        + e.getMessage()
                        + "). Nothing of the last step was written; see that no broker and no other"
                        + " move uses it, then run this again.",
                e);
    }

    /**
     * Writes what is not there yet.
     *
     * @return how many records were written
     */
    int copy(List<StoreRecord> records) throws MoveRefusedException {
        Map<StoreKey, StoreRecord> there = new HashMap<>();
        for (String collection : collections(records)) {
            store.list(collection).forEach(record -> there.put(record.key(), record));
        }
        List<StoreWrite> writes = new ArrayList<>();
        for (StoreRecord record : records) {
            StoreRecord found = there.get(record.key());
            if (found == null) {
                writes.add(new StoreWrite.Create(record.key(), record.value()));
            } else if (!Arrays.equals(found.value(), record.value())) {
                writes.add(new StoreWrite.Replace(record.key(), record.value(), found.version()));
            }
        }
        commitInChunks(writes);
        return writes.size();
    }

    private void commitInChunks(List<StoreWrite> writes) throws MoveRefusedException {
        StoreWrite.Check fence = fence();
        List<StoreWrite> chunk = new ArrayList<>(List.of(fence));
        int bytes = 0;
        for (StoreWrite write : writes) {
            int more = bytes(write);
            if (chunk.size() > 1 && (bytes + more > CHUNK_BYTES || chunk.size() > CHUNK_RECORDS)) {
                commit(chunk);
                chunk = new ArrayList<>(List.of(fence));
                bytes = 0;
            }
            chunk.add(write);
            bytes += more;
        }
        if (chunk.size() > 1) {
            commit(chunk);
        }
    }

    /** The condition that the place is still the cluster's. */
    private StoreWrite.Check fence() throws MoveRefusedException {
        Optional<StoreRecord> found = store.read(ClusterIdentity.KEY);
        if (found.isEmpty() || !Arrays.equals(found.get().value(), identity(false))) {
            throw new MoveRefusedException(
                    "The mark of this move is gone from ZooKeeper at "
                            + name
                            + ". See that no other move uses it, then run this again.");
        }
        return new StoreWrite.Check(ClusterIdentity.KEY, found.get().version());
    }

    private static int bytes(StoreWrite write) {
        return switch (write) {
            case StoreWrite.Create w -> w.value().length;
            case StoreWrite.CreateEphemeral w -> w.value().length;
            case StoreWrite.Replace w -> w.value().length;
            case StoreWrite.Delete _, StoreWrite.Check _ -> 0;
        };
    }

    private void commit(List<StoreWrite> writes) throws MoveRefusedException {
        try {
            store.commit(writes);
        } catch (StoreConflictException e) {
            throw overtaken(e);
        }
    }

    /** From now on the cluster is here, and brokers may take part. */
    void arrive() throws MoveRefusedException {
        int version = fence().version();
        commit(List.of(new StoreWrite.Replace(ClusterIdentity.KEY, identity(true), version)));
    }

    /**
     * Removes what came of a move.
     *
     * @return whether there was anything
     * @throws MoveRefusedException if the cluster has arrived
     */
    boolean cancel(List<StoreRecord> records) throws MoveRefusedException {
        Optional<ClusterIdentity> there = identity();
        if (there.isEmpty() || !there.get().id().equals(clusterId)) {
            return false;
        }
        if (there.get().whole()) {
            throw new MoveRefusedException(
                    "The cluster has arrived in ZooKeeper at "
                            + name
                            + ", where brokers may have changed it since; that cannot be taken back.");
        }
        List<StoreWrite> deletes = new ArrayList<>();
        for (String collection : collections(records)) {
            for (StoreRecord record : store.list(collection)) {
                if (!record.key().equals(ClusterIdentity.KEY)) {
                    deletes.add(new StoreWrite.Delete(record.key(), record.version()));
                }
            }
        }
        commitInChunks(deletes);
        commit(List.of(new StoreWrite.Delete(ClusterIdentity.KEY, fence().version())));
        return true;
    }
}
