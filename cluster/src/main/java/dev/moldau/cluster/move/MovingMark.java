package dev.moldau.cluster.move;

import dev.moldau.cluster.controller.HalfMovedException;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreWrite;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The record in a local store that says that its cluster is being moved, and where to. A broker
 * that finds it does not start: what it changed after that would be missing where the cluster goes.
 */
public final class MovingMark {

    static final StoreKey KEY = new StoreKey("cluster", "moving-to");

    private MovingMark() {}

    /**
     * Lets a store pass that is not being moved.
     *
     * @throws HalfMovedException if it is
     * @throws dev.moldau.cluster.store.StoreException if the store cannot be read
     */
    public static void check(ClusterStore local) {
        Optional<String> target = read(local);
        if (target.isPresent()) {
            throw new HalfMovedException(
                    "The cluster in the "
                            + local
                            + " is being moved to ZooKeeper at "
                            + target.get()
                            + ". Run 'bin/moldau cluster move' once more to finish that, or with"
                            + " --cancel to take it back.");
        }
    }

    /** Where the cluster goes, if it is being moved. */
    static Optional<String> read(ClusterStore local) {
        return local.read(KEY).map(MovingMark::decoded);
    }

    private static String decoded(StoreRecord record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }

    static void set(ClusterStore local, String target) {
        byte[] value = target.getBytes(StandardCharsets.UTF_8);
        local.commit(List.of(new StoreWrite.Create(KEY, value)));
    }

    static void clear(ClusterStore local) {
        local.commit(List.of(new StoreWrite.Delete(KEY, StoreWrite.ANY_VERSION)));
    }
}
