package dev.moldau.cluster.election;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreConflictException;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Lane;
import dev.moldau.common.Timer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes part in the election of the controller: whoever makes the ephemeral record is elected,
 * until the record is gone. It decides who <em>tries</em> to act; who <em>may</em> is decided by
 * the fence that every write of a controller checks. So a broker that is cut off and still believes
 * to be elected does no harm, and a new one need not wait for it.
 *
 * <p>Runs on one lane, which may wait for the store. The record is read after every sign of a
 * change, and what it says is the truth: a creation whose outcome is unknown is found out about in
 * the same way, by the incarnation in it.
 */
public final class ControllerElection implements AutoCloseable {

    /** The collection whose changes tell of elections. */
    public static final String COLLECTION = "controller";

    private static final Logger LOG = LoggerFactory.getLogger(ControllerElection.class);

    private static final StoreKey ELECTED = new StoreKey(COLLECTION, "elected");

    /** How long a store that cannot be used is left alone. */
    private static final int PAUSE_MS = 250;

    /** How long a broker that could not act leaves the office to others. */
    private static final int RESIGNED_MS = 500;

    private final ClusterStore store;
    private final Lane lane;
    private final Timer timer;
    private final Candidate self;
    private final ElectionListener listener;

    /** Owned by the lane, as all below. */
    private boolean acting;

    private @Nullable OptionalInt told;
    private boolean running = true;

    /**
     * @param store where the record is
     * @param lane where it runs and the listener is called
     * @param timer for pauses
     * @param self this broker
     * @param listener hears of the outcome
     */
    public ControllerElection(
            ClusterStore store, Lane lane, Timer timer, Candidate self, ElectionListener listener) {
        this.store = store;
        this.lane = lane;
        this.timer = timer;
        this.self = self;
        this.listener = listener;
    }

    /** Stands for election from now on. Any thread. */
    public void start() {
        store.onSessionEnd(this::sessionEnded);
        store.onChange(COLLECTION, () -> lane.execute(this::look));
        lane.execute(this::look);
    }

    /**
     * The store's session has ended: this broker is not elected any more, whatever the record says
     * by now, and stands again. Any thread.
     */
    void sessionEnded() {
        lane.execute(
                () -> {
                    dismiss();
                    look();
                });
    }

    /**
     * This broker cannot act though it is elected, as when its controller was fenced or does not
     * understand the store: it makes way, and stands again when others had time to. Any thread.
     */
    public void resign() {
        lane.execute(
                () -> {
                    withdraw();
                    timer.schedule(RESIGNED_MS, () -> lane.execute(this::look));
                });
    }

    private void look() {
        if (!running) {
            return;
        }
        try {
            Optional<StoreRecord> found = store.read(ELECTED);
            if (found.isEmpty()) {
                stand();
                found = store.read(ELECTED);
            }
            settle(found.flatMap(record -> Candidate.decoded(record.value())));
        } catch (StoreUnavailableException e) {
            LOG.debug("the election waits for the store: {}", e.getMessage());
            timer.schedule(PAUSE_MS, () -> lane.execute(this::look));
        }
    }

    private void stand() {
        try {
            store.commit(List.of(new StoreWrite.CreateEphemeral(ELECTED, self.encoded())));
        } catch (StoreConflictException e) {
            LOG.debug("another broker was quicker: {}", e.getMessage());
        }
    }

    private void settle(Optional<Candidate> elected) {
        boolean mine = elected.filter(self::equals).isPresent();
        if (!mine) {
            dismiss();
        }
        OptionalInt id = elected.map(c -> OptionalInt.of(c.brokerId())).orElse(OptionalInt.empty());
        if (!id.equals(told)) {
            told = id;
            listener.controllerIs(id);
        }
        if (mine && !acting) {
            acting = true;
            listener.elected();
        }
    }

    private void dismiss() {
        if (acting) {
            acting = false;
            listener.dismissed();
        }
    }

    /** Ends the term, and takes the record away if it is this process's. */
    private void withdraw() {
        dismiss();
        try {
            Optional<StoreRecord> found = store.read(ELECTED);
            if (found.flatMap(r -> Candidate.decoded(r.value())).filter(self::equals).isPresent()) {
                store.commit(List.of(new StoreWrite.Delete(ELECTED, found.get().version())));
            }
        } catch (StoreConflictException e) {
            LOG.debug("the record is gone already: {}", e.getMessage());
        } catch (StoreUnavailableException e) {
            LOG.debug("the record goes with the session: {}", e.getMessage());
        }
    }

    /** Stands no more, and makes way if elected. Any thread; does not wait for the lane. */
    @Override
    public void close() {
        lane.execute(
                () -> {
                    if (running) {
                        running = false;
                        withdraw();
                    }
                });
    }
}
