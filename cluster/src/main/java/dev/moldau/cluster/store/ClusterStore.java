package dev.moldau.cluster.store;

import java.util.List;
import java.util.Optional;

/**
 * Keeps the cluster's metadata: versioned records in flat collections, changed by atomic
 * conditional transactions, with records that vanish with their maker and a sign that something
 * changed.
 *
 * <p>Calls may wait for a disk or a network, so that only a thread that owns nothing else makes
 * them: the controller's loop, or the start. The implementations are safe for use by any thread.
 *
 * <p>Limits that an implementation must bear: names of 300 characters, values of 1 MB, 10,000 steps
 * in a transaction.
 */
public interface ClusterStore extends AutoCloseable {

    /**
     * Reads a record.
     *
     * @throws StoreUnavailableException if it cannot be read just now
     * @throws StoreDamagedException if what is kept is not what was written
     */
    Optional<StoreRecord> read(StoreKey key);

    /**
     * Reads all records of a collection, by name. They are those of one moment only if nobody
     * writes meanwhile; a reader that needs that reads again when {@link #onChange} says so.
     *
     * @throws StoreUnavailableException if they cannot be read just now
     * @throws StoreDamagedException if what is kept is not what was written
     */
    List<StoreRecord> list(String collection);

    /**
     * Makes all the writes or none, in order: a later one sees what an earlier one did. When this
     * returns, the change survives the death of the process and of the machine.
     *
     * @throws StoreConflictException if a condition does not hold; nothing is changed
     * @throws StoreUnavailableException if it cannot be written just now
     */
    void commit(List<? extends StoreWrite> writes);

    /**
     * Calls whenever records of a collection may have changed, this store's own commits included.
     * Several changes may come as one call. The call comes on a thread of the store, or on the one
     * that commits; it must be short and must not call the store.
     */
    void onChange(String collection, Runnable somethingChanged);

    /** Gives everything back; this session's ephemeral records vanish. */
    @Override
    void close();
}
