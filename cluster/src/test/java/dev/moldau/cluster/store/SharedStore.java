package dev.moldau.cluster.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One store of several brokers, each with a session; it knows what an election needs. */
public final class SharedStore {

    /** A new session. */
    public Session open() {
        return new Session();
    }

    private record Kept(Session owner, StoreRecord record) {}

    private final Map<StoreKey, Kept> records = new HashMap<>();
    private final List<Runnable> watchers = new ArrayList<>();

    private void changed() {
        List.copyOf(watchers).forEach(Runnable::run);
    }

    /** A broker's view. */
    public final class Session implements ClusterStore {
        private boolean unavailable;
        private boolean loseNextOutcome;

        /** Whether the store cannot be used through this session. */
        public void unavailable(boolean value) {
            unavailable = value;
        }

        /** The next commit takes place, and says that nobody knows. */
        public void loseNextOutcome() {
            loseNextOutcome = true;
        }

        /** What it made vanishes, as when it was silent for too long. */
        public void expire() {
            records.values().removeIf(kept -> kept.owner() == this);
            changed();
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
            throw new UnsupportedOperationException();
        }

        @Override
        public void commit(List<? extends StoreWrite> writes) {
            check();
            for (StoreWrite write : writes) {
                switch (write) {
                    case StoreWrite.CreateEphemeral w -> create(w);
                    case StoreWrite.Delete w -> records.remove(w.key());
                    default -> throw new UnsupportedOperationException(write.toString());
                }
            }
            changed();
            if (loseNextOutcome) {
                loseNextOutcome = false;
                throw new StoreUnavailableException("nobody knows what became of it", null);
            }
        }

        private void create(StoreWrite.CreateEphemeral write) {
            if (records.containsKey(write.key())) {
                throw new StoreConflictException(write, "it exists");
            }
            records.put(
                    write.key(), new Kept(this, new StoreRecord(write.key(), write.value(), 0)));
        }

        @Override
        public void onChange(String collection, Runnable somethingChanged) {
            watchers.add(somethingChanged);
        }

        /** Here the tests tell, in their own time. */
        @Override
        public void onSessionEnd(Runnable ephemeralRecordsGone) {}

        @Override
        public void close() {
            expire();
        }
    }
}
