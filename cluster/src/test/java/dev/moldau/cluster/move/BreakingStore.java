package dev.moldau.cluster.move;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.cluster.store.StoreWrite;
import java.util.List;
import java.util.Optional;

/** A store whose connection ends at a commit: before it took place, or after. */
final class BreakingStore implements ClusterStore {

    private final ClusterStore store;
    private int commitsLeft;
    private final boolean lastOneTakesPlace;
    private int largestCommit;

    BreakingStore(ClusterStore store, int commitsLeft, boolean lastOneTakesPlace) {
        this.store = store;
        this.commitsLeft = commitsLeft;
        this.lastOneTakesPlace = lastOneTakesPlace;
    }

    /** How many steps the largest transaction had. */
    int largestCommit() {
        return largestCommit;
    }

    @Override
    public Optional<StoreRecord> read(StoreKey key) {
        return store.read(key);
    }

    @Override
    public List<StoreRecord> list(String collection) {
        return store.list(collection);
    }

    @Override
    public void commit(List<? extends StoreWrite> writes) {
        largestCommit = Math.max(largestCommit, writes.size());
        commitsLeft--;
        if (commitsLeft >= 0 || lastOneTakesPlace) {
            store.commit(writes);
        }
        if (commitsLeft < 0) {
            throw new StoreUnavailableException("the connection has ended", null);
        }
    }

    @Override
    public void onChange(String collection, Runnable somethingChanged) {
        store.onChange(collection, somethingChanged);
    }

    @Override
    public void onSessionEnd(Runnable ephemeralRecordsGone) {
        store.onSessionEnd(ephemeralRecordsGone);
    }

    @Override
    public void close() {
        store.close();
    }
}
