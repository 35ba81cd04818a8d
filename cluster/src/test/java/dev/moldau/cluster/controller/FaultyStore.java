package dev.moldau.cluster.controller;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.LocalClusterStore;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreLimitException;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreWrite;
import java.util.List;
import java.util.Optional;

/** A store that counts commits and fails or refuses them on demand, over a real one. */
final class FaultyStore implements ClusterStore {

    /** What is thrown by the next commit, before or after it takes place. */
    enum Fault {
        NONE,
        BEFORE,
        AFTER
    }

    /** What others may write to behind this one's back. */
    final ClusterStore real;

    private final RuntimeException failure;
    Fault fault = Fault.NONE;

    /** A transaction with more steps is too large. */
    int mostWrites = Integer.MAX_VALUE;

    int commits;

    FaultyStore(LocalClusterStore real, RuntimeException failure) {
        this.real = real;
        this.failure = failure;
    }

    @Override
    public Optional<StoreRecord> read(StoreKey key) {
        return real.read(key);
    }

    @Override
    public List<StoreRecord> list(String collection) {
        return real.list(collection);
    }

    @Override
    public void commit(List<? extends StoreWrite> writes) {
        if (writes.size() > mostWrites) {
            throw new StoreLimitException("too many steps", writes.size(), mostWrites);
        }
        Fault now = fault;
        fault = Fault.NONE;
        if (now == Fault.BEFORE) {
            throw failure;
        }
        real.commit(writes);
        commits++;
        if (now == Fault.AFTER) {
            throw failure;
        }
    }

    @Override
    public void onChange(String collection, Runnable somethingChanged) {
        real.onChange(collection, somethingChanged);
    }

    @Override
    public void onSessionEnd(Runnable ephemeralRecordsGone) {
        real.onSessionEnd(ephemeralRecordsGone);
    }

    @Override
    public void close() {
        real.close();
    }
}
