package dev.moldau.cluster.store.zookeeper;

import dev.moldau.cluster.store.StoreLimitException;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.cluster.store.zookeeper.Transaction.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Brings transactions to ZooKeeper, one after the other, and finds out what became of them. Safe
 * for use by any thread; a lock is held while one waits for its answer.
 */
final class Commits {

    /**
     * What servers take that were told nothing else; a larger request may be more than they read.
     */
    private static final int USUAL_MAX_REQUEST_BYTES = 0xfffff;

    /** After so many connections that ended over a large request, its size is the reason. */
    private static final int LOSSES_OVER_SIZE = 2;

    private final Sessions sessions;
    private final Calls calls;
    private final NodePaths paths;
    private final int maxRequestBytes;

    /** Guards the sessions' counts of commits. */
    private final ReentrantLock lock = new ReentrantLock();

    /** Collections whose folders are there. */
    private final Set<String> folders = ConcurrentHashMap.newKeySet();

    Commits(Sessions sessions, Calls calls, NodePaths paths, int maxRequestBytes) {
        this.sessions = sessions;
        this.calls = calls;
        this.paths = paths;
        this.maxRequestBytes = maxRequestBytes;
    }

    /** See {@link dev.moldau.cluster.store.ClusterStore#commit}. */
    void commit(Transaction transaction, Deadline deadline) {
        lock(deadline);
        try {
            makeFolders(transaction, deadline);
            Session session = session(transaction, deadline);
            int count = session.commits();
            // Until the outcome is known, so is not the count.
            session.commits(Session.UNKNOWN);
            Outcome outcome = send(session, transaction, count, deadline);
            boolean counted = transaction.changes() && outcome instanceof Outcome.Done;
            session.commits(counted ? count + 1 : count);
            check(outcome, session);
        } catch (KeeperException e) {
            throw ConnectionTrouble.endedSession(e)
                    ? sessions.ensemble().outcomeUnknown(e)
                    : sessions.ensemble().refused(e);
        } finally {
            lock.unlock();
        }
    }

    private void lock(Deadline deadline) {
        try {
            if (!lock.tryLock(deadline.remainingMs(), TimeUnit.MILLISECONDS)) {
                throw sessions.ensemble().unreachable(null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw sessions.ensemble().interrupted(e);
        }
    }

    private void makeFolders(Transaction transaction, Deadline deadline) throws KeeperException {
        for (String collection : transaction.grown()) {
            if (!folders.contains(collection)) {
                String path = paths.collection(collection);
                List<ACL> acl = sessions.ensemble().acl();
                calls.untilAnswered(
                        deadline,
                        handle -> Requests.ensure(handle, path, acl, CreateMode.PERSISTENT));
                folders.add(collection);
            }
        }
    }

    /**
     * The session that the transaction belongs to, with the count of its commits if it needs it.
     */
    private Session session(Transaction transaction, Deadline deadline) throws KeeperException {
        @Nullable Session over = null;
        while (true) {
            Session session = sessions.await(over, deadline);
            try {
                if (transaction.changes() && session.commits() == Session.UNKNOWN) {
                    session.commits(count(session, deadline));
                }
                return session;
            } catch (KeeperException e) {
                if (!ConnectionTrouble.endedSession(e)) {
                    throw e;
                }
                // Nothing was sent yet, so that the next session is as good.
                over = session;
            }
        }
    }

    /**
     * Reads how many commits the session has made; what was sent before is done or refused by then.
     */
    private int count(Session session, Deadline deadline) throws KeeperException {
        String node = session.node();
        Optional<Requests.Node> found =
                calls.untilAnswered(session, deadline, handle -> Requests.readNewest(handle, node));
        if (found.isPresent()) {
            return found.get().version();
        }
        List<ACL> acl = sessions.ensemble().acl();
        calls.untilAnswered(
                session,
                deadline,
                handle -> Requests.ensure(handle, node, acl, CreateMode.EPHEMERAL));
        return 0;
    }

    private long checkSize(List<Op> operations) {
        long bytes = Transaction.bytes(operations);
        if (bytes > maxRequestBytes) {
            throw tooLarge(bytes, maxRequestBytes, "zookeeper.jute.maxbuffer allows");
        }
        return bytes;
    }

    private StoreLimitException tooLarge(long bytes, long maxBytes, String whose) {
        return new StoreLimitException(
                "A transaction of "
                        + bytes
                        + " bytes is more than the "
                        + maxBytes
                        + " bytes that "
                        + whose
                        + ". Raise -Djute.maxbuffer for each server of the ensemble at "
                        + sessions.ensemble()
                        + " and start it anew, then raise zookeeper.jute.maxbuffer here.",
                bytes,
                maxBytes);
    }

    private Outcome send(Session session, Transaction transaction, int count, Deadline deadline)
            throws KeeperException {
        List<Op> operations = transaction.operations(session.node(), count);
        long bytes = checkSize(operations);
        int losses = 0;
        while (true) {
            try {
                List<OpResult> results =
                        calls.answer(Requests.multi(session.handle(), operations), deadline);
                return transaction.outcome(results, losses > 0);
            } catch (KeeperException e) {
                if (!ConnectionTrouble.goesOn(e)) {
                    throw e;
                }
                losses++;
                if (bytes > USUAL_MAX_REQUEST_BYTES && losses == LOSSES_OVER_SIZE) {
                    return afterLossesOverSize(session, count, bytes, deadline);
                }
                calls.giveUpAfter(deadline, e);
            }
        }
    }

    /** A server that finds a request too large says nothing, but ends the connection. */
    private Outcome afterLossesOverSize(Session session, int count, long bytes, Deadline deadline)
            throws KeeperException {
        if (count(session, deadline) > count) {
            return new Outcome.Done();
        }
        throw tooLarge(bytes, USUAL_MAX_REQUEST_BYTES, "ZooKeeper's servers take unless told more");
    }

    private void check(Outcome outcome, Session session) throws KeeperException {
        switch (outcome) {
            case Outcome.Done _ -> {}
            case Outcome.Conflict conflict -> throw conflict.exception();
            case Outcome.Refused refused -> throw refused.exception();
            case Outcome.SessionNodeGone _ -> {
                session.commits(Session.UNKNOWN);
                throw removed(session.node());
            }
            case Outcome.FolderGone gone -> {
                folders.remove(gone.key().collection());
                throw removed(paths.collection(gone.key().collection()));
            }
        }
    }

    private StoreUnavailableException removed(String path) {
        return new StoreUnavailableException(
                "Somebody removed the node "
                        + path
                        + " from ZooKeeper at "
                        + sessions.ensemble()
                        + ". Nothing was changed; the next try makes it anew.",
                null);
    }
}
