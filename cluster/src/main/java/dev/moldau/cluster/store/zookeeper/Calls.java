package dev.moldau.cluster.store.zookeeper;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/** Waits for answers, on the threads that call the store; never on those of ZooKeeper's client. */
final class Calls {

    private final Sessions sessions;

    Calls(Sessions sessions) {
        this.sessions = sessions;
    }

    /**
     * The answer to a request that may be made any number of times; made again when a connection or
     * a session breaks.
     *
     * @throws KeeperException if the ensemble answers with anything else
     * @throws dev.moldau.cluster.store.StoreUnavailableException if there is no answer in time
     */
    <T> T untilAnswered(Deadline deadline, Function<ZooKeeper, CompletableFuture<T>> request)
            throws KeeperException {
        @Nullable Session over = null;
        while (true) {
            Session session = sessions.await(over, deadline);
            try {
                return answer(request.apply(session.handle()), deadline);
            } catch (KeeperException e) {
                if (!ConnectionTrouble.is(e)) {
                    throw e;
                }
                over = ConnectionTrouble.endedSession(e) ? session : null;
                giveUpAfter(deadline, e);
            }
        }
    }

    /** As {@link #untilAnswered}, but on one session: its end is thrown. */
    <T> T untilAnswered(
            Session session, Deadline deadline, Function<ZooKeeper, CompletableFuture<T>> request)
            throws KeeperException {
        while (true) {
            try {
                return answer(request.apply(session.handle()), deadline);
            } catch (KeeperException e) {
                if (!ConnectionTrouble.goesOn(e)) {
                    throw e;
                }
                giveUpAfter(deadline, e);
            }
        }
    }

    void giveUpAfter(Deadline deadline, KeeperException last) {
        if (deadline.remainingMs() == 0) {
            throw sessions.ensemble().unreachable(last);
        }
    }

    /**
     * The answer to a request that was made.
     *
     * @throws KeeperException if it failed, or its connection did
     * @throws dev.moldau.cluster.store.StoreUnavailableException if there is no answer in time
     */
    <T> T answer(CompletableFuture<T> request, Deadline deadline) throws KeeperException {
        try {
            return request.get(deadline.remainingMs(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KeeperException answered) {
                throw answered;
            }
            throw new IllegalStateException("a bug while ZooKeeper's answer was read", e);
        } catch (TimeoutException e) {
            throw sessions.ensemble().unreachable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw sessions.ensemble().interrupted(e);
        }
    }
}
