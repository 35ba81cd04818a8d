package dev.moldau.cluster.store.zookeeper;

import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.common.Lane;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's sessions with the ensemble, one after the other. A session ends when ZooKeeper says
 * so, never by a clock on this side, so that "the ephemeral records are gone" is true when it is
 * told. A connection that was lost and is back leaves the session as it was; its watch is set again
 * by ZooKeeper's client, but what happened meanwhile is not told, so everybody looks again.
 *
 * <p>The lane owns the course of the sessions: events come to it in order. The session that may be
 * used is published under a lock, for the callers that wait for one.
 */
final class Sessions {

    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

    private final EnsembleClient ensemble;
    private final NodePaths paths;
    private final Lane lane;
    private final ChangeSignals changes;
    private final List<Runnable> ends = new CopyOnWriteArrayList<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();

    /** The session to use; guarded by the lock, as are the next two. */
    private @Nullable Session usable;

    /** Why a session could not begin, where waiting does not help. */
    private @Nullable KeeperException refusal;

    private boolean closed;

    /** What a session is being made of; owned by the lane, as is the next. */
    private @Nullable ZooKeeper beginning;

    private boolean hadOne;

    Sessions(ZooKeeperSettings settings, NodePaths paths, Lane lane, ChangeSignals changes) {
        this.ensemble = new EnsembleClient(settings, this::stateChanged);
        this.paths = paths;
        this.lane = lane;
        this.changes = changes;
    }

    /** Begins to connect; {@link #await} tells when it has. */
    void start() {
        ensemble.start();
    }

    void onEnd(Runnable sessionEnded) {
        ends.add(sessionEnded);
    }

    /** Called on ZooKeeper's event thread. */
    private void stateChanged(WatchedEvent event) {
        if (event.getType() == EventType.None && !isClosed()) {
            lane.execute(() -> follow(event.getState()));
        }
    }

    private void follow(KeeperState state) {
        switch (state) {
            case SyncConnected -> connected();
            case Disconnected -> disconnected();
            case Expired -> ended();
            case AuthFailed -> refused(new KeeperException.AuthFailedException());
            default -> LOG.debug("{} says {}", ensemble, state);
        }
    }

    /** A connection is there: of a session that goes on, or of a new one. */
    private void connected() {
        if (isClosed()) {
            return;
        }
        ZooKeeper handle = ensemble.handle();
        Session current = current();
        if (current != null && current.handle().equals(handle)) {
            LOG.info("connected again with {}, session 0x{}", ensemble, hex(current));
            changes.anythingChanged();
        } else if (!handle.equals(beginning)) {
            begin(handle);
        }
    }

    /** Once for each connection that was there; what follows are attempts to get another one. */
    private void disconnected() {
        if (!isClosed()) {
            LOG.warn(
                    "no connection with {}; trying again, all goes on as it is known meanwhile",
                    ensemble);
        }
    }

    private static String hex(Session session) {
        return Long.toHexString(session.id());
    }

    /** Leaves alone a session that began before the end of the one before it was told. */
    private void ended() {
        Session current = current();
        if (current != null && !current.handle().equals(ensemble.handle())) {
            LOG.warn("the session 0x{} with {} has expired", hex(current), ensemble);
            publish(null, null);
        }
    }

    private void begin(ZooKeeper handle) {
        publish(null, null);
        beginning = handle;
        CompletableFuture<String> steps = CompletableFuture.completedFuture("");
        for (String folder : paths.folders()) {
            steps = steps.thenCompose(_ -> ensure(handle, folder, CreateMode.PERSISTENT));
        }
        Watcher watcher = this::recordChanged;
        var _ =
                steps.thenCompose(_ -> Requests.watch(handle, paths.records(), watcher))
                        .thenCompose(_ -> ensure(handle, node(handle), CreateMode.EPHEMERAL))
                        .whenComplete((_, failure) -> lane.execute(() -> begun(handle, failure)));
    }

    private CompletableFuture<String> ensure(ZooKeeper handle, String path, CreateMode mode) {
        return Requests.ensure(handle, path, ensemble.acl(), mode);
    }

    private String node(ZooKeeper handle) {
        return paths.session(handle.getSessionId());
    }

    /** Called on ZooKeeper's event thread. */
    private void recordChanged(WatchedEvent event) {
        if (event.getType() != EventType.None && !isClosed()) {
            paths.collectionOf(event.getPath()).ifPresent(changes::changed);
        }
    }

    private void begun(ZooKeeper handle, @Nullable Throwable failure) {
        if (!handle.equals(beginning)) {
            return;
        }
        beginning = null;
        if (failure != null) {
            notBegun(failure);
            return;
        }
        Session session = new Session(handle, node(handle));
        LOG.info("session 0x{} with {} has begun", hex(session), ensemble);
        publish(session, null);
        if (hadOne) {
            ends.forEach(Runnable::run);
        }
        hadOne = true;
        changes.anythingChanged();
    }

    /**
     * The connection was lost again: the next one begins anew. Or the ensemble does not want us.
     */
    private void notBegun(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (!(cause instanceof KeeperException e)) {
            throw new IllegalStateException("a session could not begin because of a bug", failure);
        }
        if (!ConnectionTrouble.is(e)) {
            refused(e);
        }
    }

    private void refused(KeeperException e) {
        if (!isClosed()) {
            LOG.error("{} refuses to serve: {}", ensemble, e.getMessage());
            publish(null, e);
        }
    }

    private void publish(@Nullable Session session, @Nullable KeeperException refused) {
        lock.lock();
        try {
            usable = session;
            refusal = refused;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Session current() {
        lock.lock();
        try {
            return usable;
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The session to use; waits for one if there is none.
     *
     * @param over a session that is known to have ended, if any
     * @throws StoreUnavailableException if there is none in time, or none to be had
     */
    Session await(@Nullable Session over, Deadline deadline) {
        lock.lock();
        try {
            retryIfRefused();
            while (usable == null || usable == over) {
                if (closed) {
                    throw new StoreUnavailableException(
                            "The cluster store on " + ensemble + " is closed.", null);
                }
                if (refusal != null) {
                    throw ensemble.refused(refusal);
                }
                if (deadline.remainingMs() == 0) {
                    throw ensemble.unreachable(null);
                }
                news.await(deadline.remainingMs(), TimeUnit.MILLISECONDS);
            }
            return usable;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ensemble.interrupted(e);
        } finally {
            lock.unlock();
        }
    }

    /** What was refused once, for want of a right, may be allowed now. */
    private void retryIfRefused() {
        if (refusal != null && !closed) {
            refusal = null;
            lane.execute(this::connected);
        }
    }

    /** Ends the session, and with it its ephemeral records. */
    void close() {
        lock.lock();
        try {
            closed = true;
            usable = null;
            news.signalAll();
        } finally {
            lock.unlock();
        }
        ensemble.close();
    }

    EnsembleClient ensemble() {
        return ensemble;
    }
}
