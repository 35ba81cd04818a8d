package dev.moldau.simulation.store;

import dev.moldau.cluster.store.StoreConflictException;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreWrite;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the sessions of a cluster share: the records. Never fails and never forgets. Its lock is for
 * the store's contract, which real threads judge. In a simulation nobody ever waits for it, because
 * nothing under it waits: the JDK would wake a virtual thread from a thread of its own.
 */
public final class SimulatedEnsemble {

    private final List<SimulatedStore> sessions = new ArrayList<>();
    private TreeMap<StoreKey, Kept> records = new TreeMap<>();

    /** A record, and the session that it vanishes with. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Kept(byte[] value, int version, @Nullable Session session) {

        StoreRecord of(StoreKey key) {
            return new StoreRecord(key, value.clone(), version);
        }
    }

    /** A session's identity. */
    static final class Session {}

    synchronized void add(SimulatedStore store) {
        sessions.add(store);
    }

    synchronized void remove(SimulatedStore store) {
        sessions.remove(store);
    }

    synchronized Optional<StoreRecord> read(StoreKey key) {
        return Optional.ofNullable(records.get(key)).map(kept -> kept.of(key));
    }

    synchronized List<StoreRecord> list(String collection) {
        List<StoreRecord> found = new ArrayList<>();
        records.forEach(
                (key, kept) -> {
                    if (key.collection().equals(collection)) {
                        found.add(kept.of(key));
                    }
                });
        return found;
    }

    /** All or nothing. */
    void commit(List<? extends StoreWrite> writes, Session session) {
        tell(change(writes, session));
    }

    private synchronized Set<String> change(List<? extends StoreWrite> writes, Session session) {
        TreeMap<StoreKey, Kept> next = new TreeMap<>(records);
        Set<String> changed = new LinkedHashSet<>();
        for (StoreWrite write : writes) {
            apply(write, next, session);
            if (!(write instanceof StoreWrite.Check)) {
                changed.add(write.key().collection());
            }
        }
        records = next;
        return changed;
    }

    private static void apply(StoreWrite write, Map<StoreKey, Kept> next, Session session) {
        StoreKey key = write.key();
        Kept there = next.get(key);
        switch (write) {
            case StoreWrite.Create w -> {
                requireAbsent(write, there);
                next.put(key, new Kept(w.value().clone(), 0, null));
            }
            case StoreWrite.CreateEphemeral w -> {
                requireAbsent(write, there);
                next.put(key, new Kept(w.value().clone(), 0, session));
            }
            case StoreWrite.Replace w -> {
                Kept old = required(write, w.version(), there);
                next.put(key, new Kept(w.value().clone(), old.version + 1, old.session));
            }
            case StoreWrite.Delete w -> {
                required(write, w.version(), there);
                next.remove(key);
            }
            case StoreWrite.Check w -> required(write, w.version(), there);
        }
    }

    private static void requireAbsent(StoreWrite write, @Nullable Kept there) {
        if (there != null) {
            throw new StoreConflictException(write, "it exists");
        }
    }

    private static Kept required(StoreWrite write, int version, @Nullable Kept there) {
        if (there == null) {
            throw new StoreConflictException(write, "it does not exist");
        }
        if (version != StoreWrite.ANY_VERSION && version != there.version) {
            throw new StoreConflictException(
                    write, "it has version " + there.version + ", not " + version);
        }
        return there;
    }

    /** What a session made for its own time vanishes. */
    void end(Session session) {
        tell(takeAway(session));
    }

    private synchronized Set<String> takeAway(Session session) {
        Set<String> changed = new LinkedHashSet<>();
        records.forEach(
                (key, kept) -> {
                    if (kept.session == session) {
                        changed.add(key.collection());
                    }
                });
        records.values().removeIf(kept -> kept.session == session);
        return changed;
    }

    private synchronized List<SimulatedStore> sessions() {
        return List.copyOf(sessions);
    }

    private void tell(Set<String> changed) {
        for (SimulatedStore store : sessions()) {
            changed.forEach(store::changed);
        }
    }
}
