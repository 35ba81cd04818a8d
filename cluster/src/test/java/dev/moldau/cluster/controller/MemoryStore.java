package dev.moldau.cluster.controller;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A store in memory for one writer, for which a condition that does not hold is a bug. */
final class MemoryStore implements ClusterStore {

    private final TreeMap<StoreKey, StoreRecord> records = new TreeMap<>();
    int largestCommit;

    @Override
    public Optional<StoreRecord> read(StoreKey key) {
        return Optional.ofNullable(records.get(key));
    }

    @Override
    public List<StoreRecord> list(String collection) {
        List<StoreRecord> found = new ArrayList<>();
        for (StoreRecord record : records.values()) {
            if (record.key().collection().equals(collection)) {
                found.add(record);
            }
        }
        return found;
    }

    @Override
    public void commit(List<? extends StoreWrite> writes) {
        largestCommit = Math.max(largestCommit, writes.size());
        for (StoreWrite write : writes) {
            StoreRecord before = records.get(write.key());
            boolean creates =
                    write instanceof StoreWrite.Create
                            || write instanceof StoreWrite.CreateEphemeral;
            if (creates == (before != null)) {
                throw new IllegalStateException(write + " meets " + before);
            }
            int version = before == null ? 0 : before.version() + 1;
            switch (write) {
                case StoreWrite.Create w -> put(w.key(), w.value(), version);
                case StoreWrite.CreateEphemeral w -> put(w.key(), w.value(), version);
                case StoreWrite.Replace w -> put(w.key(), w.value(), version);
                case StoreWrite.Delete w -> records.remove(w.key());
                case StoreWrite.Check w -> {}
            }
        }
    }

    private void put(StoreKey key, byte[] value, int version) {
        records.put(key, new StoreRecord(key, value, version));
    }

    @Override
    public void onChange(String collection, Runnable somethingChanged) {}

    @Override
    public void onSessionEnd(Runnable ended) {}

    @Override
    public void close() {}
}
