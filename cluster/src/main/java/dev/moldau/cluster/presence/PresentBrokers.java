package dev.moldau.cluster.presence;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.common.Lane;
import dev.moldau.common.Timer;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The brokers that are there, as the store says: read again after every sign of a change. Runs on
 * one lane, which may wait for the store; {@link #current} and {@link #find} may be called by any
 * thread.
 */
public final class PresentBrokers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PresentBrokers.class);

    /** How long a store that cannot be used is left alone. */
    private static final int PAUSE_MS = 250;

    private final ClusterStore store;
    private final Lane lane;
    private final Timer timer;
    private final Runnable changed;
    private volatile Map<Integer, PresenceRecord> current = Map.of();
    private volatile boolean closed;

    /**
     * @param store where the records are
     * @param lane where it reads, and where it tells of changes
     * @param timer for pauses
     * @param changed told after the brokers, or what they say of themselves, have changed
     */
    public PresentBrokers(ClusterStore store, Lane lane, Timer timer, Runnable changed) {
        this.store = store;
        this.lane = lane;
        this.timer = timer;
        this.changed = changed;
    }

    /** Reads from now on. Any thread. */
    public void start() {
        store.onChange(PresenceRecord.COLLECTION, () -> lane.execute(this::read));
        lane.execute(this::read);
    }

    /** Those that are there, by number; empty before the first read. */
    public Map<Integer, PresenceRecord> current() {
        return current;
    }

    /** One of them. */
    public Optional<PresenceRecord> find(int id) {
        return Optional.ofNullable(current.get(id));
    }

    private void read() {
        if (closed) {
            return;
        }
        Map<Integer, PresenceRecord> found = new TreeMap<>();
        try {
            store.list(PresenceRecord.COLLECTION).forEach(record -> add(record, found));
        } catch (StoreUnavailableException e) {
            LOG.debug("who is there cannot be read just now: {}", e.getMessage());
            timer.schedule(PAUSE_MS, () -> lane.execute(this::read));
            return;
        }
        if (!found.equals(current)) {
            // In their order, so that what follows from it is the same each time.
            current = Collections.unmodifiableMap(found);
            changed.run();
        }
    }

    /** A broker whose record nobody here understands does not count as there. */
    private static void add(StoreRecord record, Map<Integer, PresenceRecord> found) {
        String name = record.key().name();
        try {
            int id = Integer.parseInt(name);
            found.put(id, PresenceRecord.decoded(id, record.value()));
        } catch (IllegalArgumentException e) {
            LOG.error(
                    "the presence of broker {} cannot be understood: {}; bring all brokers to one"
                            + " release",
                    name,
                    e.getMessage());
        }
    }

    /** Reads no more. Any thread. */
    @Override
    public void close() {
        closed = true;
    }
}
