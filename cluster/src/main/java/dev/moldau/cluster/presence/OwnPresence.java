package dev.moldau.cluster.presence;

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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this broker's record in the store: makes it, makes it again when a session has ended, and
 * takes it away at the end. Runs on one lane, which may wait for the store.
 *
 * <p>A record of the same broker's process before is replaced at once, so that a broker that was
 * killed need not wait for the end of its old session: it holds the same data folder, whose lock
 * only one process can have. A record of a broker with another data folder is respected: two
 * brokers have the same number then, and the second one waits and says so. A broker whose record
 * was replaced by another process must not go on; whoever made this is told.
 */
public final class OwnPresence implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OwnPresence.class);

    /** How long a store that cannot be used, or another broker's record, is left alone. */
    private static final int PAUSE_MS = 250;

    private final ClusterStore store;
    private final Lane lane;
    private final Timer timer;
    private final Replaced replaced;

    /** Owned by the lane, as all below. */
    private @Nullable PresenceRecord wanted;

    private boolean made;
    private boolean warned;
    private boolean ended;

    /** Told when another process has taken this broker's place. */
    @FunctionalInterface
    public interface Replaced {

        /**
         * Another process goes by this broker's number now; this one must stop. On the lane.
         *
         * @param by what it says of itself
         */
        void by(PresenceRecord by);
    }

    /**
     * @param store where the record is
     * @param lane where it runs
     * @param timer for pauses
     * @param replaced told when this broker must stop
     */
    public OwnPresence(ClusterStore store, Lane lane, Timer timer, Replaced replaced) {
        this.store = store;
        this.lane = lane;
        this.timer = timer;
        this.replaced = replaced;
    }

    /** Watches the store from now on. Any thread, once. */
    public void start() {
        store.onSessionEnd(() -> lane.execute(this::look));
        store.onChange(PresenceRecord.COLLECTION, () -> lane.execute(this::look));
    }

    /** This broker is there from now on, or says something else of itself. Any thread. */
    public void announce(PresenceRecord record) {
        lane.execute(
                () -> {
                    wanted = record;
                    look();
                });
    }

    /** This broker is about to stop. Does nothing if it was never announced. Any thread. */
    public void announceStop() {
        lane.execute(
                () -> {
                    if (wanted != null) {
                        wanted = wanted.aboutToStop();
                        look();
                    }
                });
    }

    private void look() {
        PresenceRecord mine = wanted;
        if (mine == null || ended) {
            return;
        }
        try {
            Optional<StoreRecord> found = store.read(mine.key());
            if (found.isEmpty()) {
                store.commit(List.of(new StoreWrite.CreateEphemeral(mine.key(), mine.encoded())));
                made = true;
            } else {
                settle(mine, found.get());
            }
        } catch (IllegalArgumentException e) {
            warn("a broker of another release, whose record says more than this one reads");
            later();
        } catch (StoreConflictException e) {
            LOG.debug("the record has changed meanwhile: {}", e.getMessage());
            later();
        } catch (StoreUnavailableException e) {
            LOG.debug("this broker's presence waits for the store: {}", e.getMessage());
            later();
        }
    }

    private void later() {
        timer.schedule(PAUSE_MS, () -> lane.execute(this::look));
    }

    /** Throws IllegalArgumentException if what is there cannot be understood. */
    private void settle(PresenceRecord mine, StoreRecord found) {
        PresenceRecord there = PresenceRecord.decoded(mine.broker().id(), found.value());
        if (there.equals(mine)) {
            made = true;
        } else if (there.broker().incarnation().equals(mine.broker().incarnation())) {
            made = true;
            store.commit(
                    List.of(new StoreWrite.Replace(mine.key(), mine.encoded(), found.version())));
        } else if (made) {
            ended = true;
            replaced.by(there);
        } else if (there.broker().directory().equals(mine.broker().directory())) {
            takeOver(mine, found);
        } else {
            warn("another broker, at " + there.broker().endpoints());
            later();
        }
    }

    /** The process before this one has ended, or this one would not have its folder. */
    private void takeOver(PresenceRecord mine, StoreRecord found) {
        StoreKey key = mine.key();
        store.commit(
                List.of(
                        new StoreWrite.Delete(key, found.version()),
                        new StoreWrite.CreateEphemeral(key, mine.encoded())));
        made = true;
    }

    private void warn(String other) {
        if (!warned) {
            warned = true;
            LOG.warn(
                    "this broker's number is taken by {}; it waits until that is gone. Give each"
                            + " broker a node.id of its own",
                    other);
        }
    }

    /** Takes the record away, if this process made it. Any thread; does not wait for the lane. */
    @Override
    public void close() {
        lane.execute(
                () -> {
                    if (!ended) {
                        ended = true;
                        withdraw();
                    }
                });
    }

    private void withdraw() {
        PresenceRecord mine = wanted;
        if (mine == null) {
            return;
        }
        try {
            Optional<StoreRecord> found = store.read(mine.key());
            if (found.isPresent() && isOfThisProcess(mine, found.get())) {
                store.commit(List.of(new StoreWrite.Delete(mine.key(), found.get().version())));
            }
        } catch (StoreConflictException e) {
            LOG.debug("the record is gone already: {}", e.getMessage());
        } catch (StoreUnavailableException e) {
            LOG.debug("the record goes with the session: {}", e.getMessage());
        } catch (IllegalArgumentException e) {
            LOG.debug("the record is another release's: {}", e.getMessage());
        }
    }

    private static boolean isOfThisProcess(PresenceRecord mine, StoreRecord found) {
        return PresenceRecord.decoded(mine.broker().id(), found.value())
                .broker()
                .incarnation()
                .equals(mine.broker().incarnation());
    }
}
