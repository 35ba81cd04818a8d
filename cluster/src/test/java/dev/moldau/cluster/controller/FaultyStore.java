package dev.moldau.cluster.controller;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.LocalClusterStore;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreWrite;
import java.util.List;
import java.util.Optional;

/** A store that counts commits and fails them on demand, over a real one. */
final class FaultyStore implements ClusterStore {

    /** What is thrown by the next commit, before or after it takes place. */
    enum Fault {
        NONE,
        BEFORE,
        AFTER
    }

    private final ClusterStore real;
    private final RuntimeException failure;
    Fault fault = Fault.NONE;
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
