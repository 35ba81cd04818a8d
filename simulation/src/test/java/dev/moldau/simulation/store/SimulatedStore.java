package dev.moldau.simulation.store;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.simulation.store.SimulatedEnsemble.Session;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * One process's way to the {@link SimulatedEnsemble}. Calls take the time that the {@link Travel}
 * says, and fail while the ensemble is out of reach; a commit may then have taken place or not. The
 * process hears of changes, and of the end of its session, when it can reach the ensemble again. A
 * write that began in a session that has ended never takes place.
 */
public final class SimulatedStore implements ClusterStore {

    private final SimulatedEnsemble ensemble;
    private final Travel travel;
    private final Executor events;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private final List<Runnable> sessionEndListeners = new ArrayList<>();
    private final Set<String> missed = new LinkedHashSet<>();
    private Session session = new Session();
    private boolean sessionEnded;
    private boolean reachable = true;
    private boolean closed;

    private record Subscription(String collection, Runnable somethingChanged) {}

    /** How long it takes to the ensemble or back; lets the calling thread wait. */
    @FunctionalInterface
    public interface Travel {

        /** Nothing takes any time. */
        Travel NONE = () -> {};

        /** Goes one way. */
        void go();
    }

    /**
     * Opens a session.
     *
     * @param events brings what the store has to tell to a thread of the process
     */
    public SimulatedStore(SimulatedEnsemble ensemble, Travel travel, Executor events) {
        this.ensemble = ensemble;
        this.travel = travel;
        this.events = events;
        ensemble.add(this);
    }

    // ---- what the world does to it

    /** Cuts the process off from the ensemble, or lets it through again. */
    public void reachable(boolean next) {
        reachable = next;
        if (reachable) {
            begin();
            List<String> changed = List.copyOf(missed);
            missed.clear();
            changed.forEach(this::changed);
        }
    }

    /** Whether the process can reach the ensemble. */
    public boolean isReachable() {
        return reachable;
    }

    /** Whether nothing is told any more. */
    public boolean isClosed() {
        return closed;
    }

    /** The ensemble gives the session up: what it made for its own time is gone. */
    public void expire() {
        sessionEnded = true;
        Session old = session;
        if (reachable) {
            begin();
        }
        ensemble.end(old);
    }

    /** Begins another session if the one before has ended. */
    private void begin() {
        if (sessionEnded) {
            sessionEnded = false;
            session = new Session();
            sessionEndListeners.forEach(events::execute);
        }
    }

    /** The process is dead: nothing is told any more, and the session lasts until it expires. */
    public void abandon() {
        closed = true;
        ensemble.remove(this);
    }

    void changed(String collection) {
        if (!reachable) {
            missed.add(collection);
            return;
        }
        for (Subscription subscription : subscriptions) {
            if (subscription.collection.equals(collection)) {
                events.execute(subscription.somethingChanged);
            }
        }
    }

    // ---- the port

    @Override
    public Optional<StoreRecord> read(StoreKey key) {
        arrive();
        Optional<StoreRecord> found = ensemble.read(key);
        travel.go();
        requireReachable();
        return found;
    }

    @Override
    public List<StoreRecord> list(String collection) {
        arrive();
        List<StoreRecord> found = ensemble.list(collection);
        travel.go();
        requireReachable();
        return found;
    }

    @Override
    public void commit(List<? extends StoreWrite> writes) {
        Session begun = session;
        arrive();
        if (sessionEnded || begun != session) {
            throw new StoreUnavailableException("The session has ended.", null);
        }
        ensemble.commit(writes, begun);
        travel.go();
        requireReachable();
    }

    private void arrive() {
        travel.go();
        requireReachable();
    }

    private void requireReachable() {
        if (closed) {
            throw new StoreUnavailableException("The cluster store is closed.", null);
        }
        if (!reachable) {
            throw new StoreUnavailableException("The ensemble cannot be reached.", null);
        }
    }

    @Override
    public void onChange(String collection, Runnable somethingChanged) {
        subscriptions.add(new Subscription(collection, somethingChanged));
    }

    @Override
    public void onSessionEnd(Runnable ephemeralRecordsGone) {
        sessionEndListeners.add(ephemeralRecordsGone);
    }

    @Override
    public void close() {
        if (!closed) {
            abandon();
            ensemble.end(session);
        }
    }
}
