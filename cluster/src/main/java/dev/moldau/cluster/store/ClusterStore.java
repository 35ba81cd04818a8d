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
 * in a transaction. What one transaction holds in all may be bounded; see {@link
 * StoreLimitException}.
 */
public interface ClusterStore extends AutoCloseable {

    /**
     * Reads a record. It is seen as the last commit left it that was answered before this call,
     * whoever made it; so with {@link #list}.
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
     * @throws StoreLimitException if it is larger than the store takes; nothing is changed
     * @throws StoreUnavailableException if it cannot be written just now. Whether it took place may
     *     be open; a read that begins after this was thrown tells
     */
    void commit(List<? extends StoreWrite> writes);

    /**
     * Calls whenever records of a collection may have changed, this store's own commits included.
     * Several changes may come as one call, and calls may come that no change is behind, as when a
     * lost connection is back. The call comes on a thread of the store, or on the one that commits;
     * it must be short and must not call the store.
     */
    void onChange(String collection, Runnable somethingChanged);

    /**
     * Calls when the store has lost its session and begun a new one: every ephemeral record that it
     * had made is gone, and whoever still needs one makes it again. Others may have taken its place
     * meanwhile. The call comes on a thread of the store, before the calls of {@link #onChange}
     * that follow a new session; it must be short and must not call the store. A store whose
     * sessions end with it only never calls.
     */
    void onSessionEnd(Runnable ephemeralRecordsGone);

    /** Gives everything back; this session's ephemeral records vanish. */
    @Override
    void close();
}
