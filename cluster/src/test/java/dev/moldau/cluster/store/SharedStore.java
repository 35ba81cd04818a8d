package dev.moldau.cluster.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One store in memory of several brokers, each with a session. For one thread. */
public final class SharedStore {

    /** A new session. */
    public Session open() {
        return new Session();
    }

    private record Kept(@Nullable Session owner, StoreRecord record) {}

    private record Watcher(String collection, Runnable sign) {}

    private Map<StoreKey, Kept> records = new TreeMap<>();
    private final List<Watcher> watchers = new ArrayList<>();

    private void changed(List<String> collections) {
        for (Watcher watcher : List.copyOf(watchers)) {
            if (collections.contains(watcher.collection())) {
                watcher.sign().run();
            }
        }
    }

    /** A broker's view. */
    public final class Session implements ClusterStore {
        private final List<Runnable> sessionEnds = new ArrayList<>();
        private boolean unavailable;
        private boolean loseNextOutcome;
        private Runnable beforeCommit = () -> {};
        private int commits;

        /** Whether the store cannot be used through this session. */
        public void unavailable(boolean value) {
            unavailable = value;
        }

        /** The next commit takes place, and says that nobody knows. */
        public void loseNextOutcome() {
            loseNextOutcome = true;
        }

        /** Runs before the next commit through this session, as if another broker was quicker. */
        public void beforeNextCommit(Runnable meanwhile) {
            beforeCommit = meanwhile;
        }

        /** How many commits of this session took place. */
        public int commits() {
            return commits;
        }

        /** What it made vanishes, as when it was silent for too long; it is not told. */
        public void expire() {
            List<String> touched = new ArrayList<>();
            records.values().stream()
                    .filter(kept -> kept.owner() == this)
                    .forEach(kept -> touched.add(kept.record().key().collection()));
            records.values().removeIf(kept -> kept.owner() == this);
            changed(touched);
        }

        /** It is told that its session has ended, and has a new one. */
        public void tellSessionEnd() {
            List.copyOf(sessionEnds).forEach(Runnable::run);
        }

        private void check() {
            if (unavailable) {
                throw new StoreUnavailableException("the store is away", null);
            }
        }

        @Override
        public Optional<StoreRecord> read(StoreKey key) {
            check();
            return Optional.ofNullable(records.get(key)).map(Kept::record);
        }

        @Override
        public List<StoreRecord> list(String collection) {
            check();
            return records.values().stream()
                    .map(Kept::record)
                    .filter(record -> record.key().collection().equals(collection))
                    .toList();
        }

        @Override
        public void commit(List<? extends StoreWrite> writes) {
            check();
            Runnable meanwhile = beforeCommit;
            beforeCommit = () -> {};
            meanwhile.run();
            Map<StoreKey, Kept> next = new HashMap<>(records);
            writes.forEach(write -> apply(write, next));
            records = new TreeMap<>(next);
            commits++;
            changed(writes.stream().map(write -> write.key().collection()).toList());
            if (loseNextOutcome) {
                loseNextOutcome = false;
                throw new StoreUnavailableException("nobody knows what became of it", null);
            }
        }

        private void apply(StoreWrite write, Map<StoreKey, Kept> to) {
            Kept found = to.get(write.key());
            Conditions.check(write, Optional.ofNullable(found).map(Kept::record));
            int version = found == null ? 0 : found.record().version() + 1;
            Session owner = found == null ? null : found.owner();
            switch (write) {
                case StoreWrite.Create w -> put(to, null, w.key(), w.value(), 0);
                case StoreWrite.CreateEphemeral w -> put(to, this, w.key(), w.value(), 0);
                case StoreWrite.Replace w -> put(to, owner, w.key(), w.value(), version);
                case StoreWrite.Delete w -> to.remove(w.key());
                case StoreWrite.Check w -> {}
            }
        }

        private static void put(
                Map<StoreKey, Kept> to,
                @Nullable Session owner,
                StoreKey key,
                byte[] value,
                int version) {
            to.put(key, new Kept(owner, new StoreRecord(key, value, version)));
        }

        @Override
        public void onChange(String collection, Runnable somethingChanged) {
            watchers.add(new Watcher(collection, somethingChanged));
        }

        @Override
        public void onSessionEnd(Runnable ephemeralRecordsGone) {
            sessionEnds.add(ephemeralRecordsGone);
        }

        @Override
        public void close() {
            expire();
        }
    }
}
