package dev.moldau.client.net;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.common.Timer;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One broker as the network sees it: at most one connection, attempts to open one with pauses
 * between them, and a queue of the calls that wait for it. Confined to the loop.
 *
 * <p>Calls that were not sent yet outlive failed attempts and lost connections, up to their own
 * time-out; calls that were under way do not. As long as calls wait, attempts go on.
 */
final class Peer {

    private static final PeerState.Idle IDLE = new PeerState.Idle();

    private final NetworkContext context;
    private final ArrayDeque<Pending<?>> queue = new ArrayDeque<>();
    private final Watch watch;

    private Node node;
    private PeerState state = IDLE;
    private int failures;
    private @Nullable ClientException lastError;
    private Timer.@Nullable Timeout retry;
    private boolean pumpScheduled;

    Peer(NetworkContext context, Node node) {
        this.context = context;
        this.node = node;
        this.watch = new Watch(context.loop(), this::check);
    }

    boolean isAt(Node other) {
        return node.port() == other.port() && node.host().equals(other.host());
    }

    boolean isReady() {
        return state instanceof PeerState.Ready;
    }

    boolean isTrying() {
        return state instanceof PeerState.Trying;
    }

    /** How many attempts in a row have failed. */
    int failures() {
        return failures;
    }

    int inFlight() {
        int sent = state instanceof PeerState.Ready ready ? ready.connection().inFlight() : 0;
        return sent + queue.size();
    }

    long backoffMs() {
        return state instanceof PeerState.BackingOff pause
                ? Math.max(0, pause.untilMs() - context.nowMs())
                : 0;
    }

    OptionalInt highestVersion(ApiKey api, short low, short high) {
        if (!(state instanceof PeerState.Ready ready)) {
            return OptionalInt.empty();
        }
        short common = ready.ranges().highestCommon(api, low, high);
        return common == VersionRanges.NONE ? OptionalInt.empty() : OptionalInt.of(common);
    }

    /** Begins an attempt unless there is no need or it is too early. */
    void connect() {
        if (state instanceof PeerState.Idle
                || (state instanceof PeerState.BackingOff && backoffMs() == 0)) {
            stopRetry();
            Attempt attempt =
                    new Attempt(
                            this, node, context, context.connectTimeouts().afterMs(failures + 1));
            state = new PeerState.Trying(attempt);
            attempt.begin();
        }
    }

    void send(Pending<?> pending) {
        queue.add(pending);
        if (state instanceof PeerState.Ready) {
            schedulePump();
            return;
        }
        pending.queued(context.nowMs());
        watch.by(pending.deadlineMs());
        connect();
        retryLater();
    }

    private void schedulePump() {
        if (!pumpScheduled) {
            pumpScheduled = true;
            context.turns().pump(this);
        }
    }

    /** Sends what has gathered, with one flush. */
    void pump() {
        pumpScheduled = false;
        long nowMs = context.nowMs();
        Connection used = null;
        // A call's own methods may end the connection between one and the next.
        while (state instanceof PeerState.Ready ready && !queue.isEmpty()) {
            send(queue.remove(), ready, nowMs);
            used = ready.connection();
        }
        if (used != null) {
            used.flush();
        }
    }

    private void send(Pending<?> pending, PeerState.Ready ready, long nowMs) {
        Call<?> call = pending.call();
        short version =
                ready.ranges()
                        .highestCommon(call.api(), call.lowestVersion(), call.highestVersion());
        if (version == VersionRanges.NONE) {
            pending.failed(noCommonVersion(call, ready.ranges()));
            pending.released();
            return;
        }
        ready.connection().send(pending, version, nowMs);
        watch.by(pending.deadlineMs());
    }

    private RefusedException noCommonVersion(Call<?> call, VersionRanges ranges) {
        return new RefusedException(
                node
                        + " serves "
                        + ranges.describe(call.api())
                        + ", and this call needs one of "
                        + call.lowestVersion()
                        + " to "
                        + call.highestVersion(),
                ErrorCode.UNSUPPORTED_VERSION,
                null);
    }

    /** An attempt has succeeded. */
    void ready(Connection connection, VersionRanges ranges) {
        failures = 0;
        state = new PeerState.Ready(connection, ranges);
        context.counters().countOpened();
        context.listeners().ready(node);
        if (context.settings().maxIdleMs() >= 0) {
            watch.by(context.nowMs() + context.settings().maxIdleMs());
        }
        schedulePump();
    }

    /** The attempt has failed with all addresses. */
    void attemptFailed(Attempt attempt, ClientException cause) {
        if (!(state instanceof PeerState.Trying trying) || trying.attempt() != attempt) {
            return;
        }
        failed(cause);
        if (!(cause instanceof RetriableException)) {
            failQueue(cause);
        }
        context.listeners().lost(node, cause, failures);
        retryLater();
    }

    /** A connection that was ready has ended. */
    void ended(Connection connection, ClientException cause) {
        if (state instanceof PeerState.Ready ready && ready.connection() == connection) {
            lost(cause);
            context.listeners().lost(node, cause, 0);
            retryLater();
        }
    }

    /** Ends what there is; what is under way and what waits fails, in this order. */
    void disconnect(ClientException cause) {
        PeerState before = state;
        if (before instanceof PeerState.Trying trying) {
            failed(cause);
            trying.attempt().abandon(cause);
        } else if (before instanceof PeerState.Ready ready) {
            lost(cause);
            ready.connection().end(cause);
        }
        failQueue(cause);
        if (before instanceof PeerState.Trying || before instanceof PeerState.Ready) {
            context.listeners().lost(node, cause, failures);
        }
        stopRetry();
    }

    /**
     * The broker is to be found elsewhere. What was under way at the old address fails: two
     * connections to one broker would let requests overtake each other, and a broker that has moved
     * rarely answers at its old address. What was not sent yet goes to the new one.
     */
    void moveTo(Node elsewhere) {
        DisconnectedException cause =
                new DisconnectedException(
                        node + " has moved to " + elsewhere.host() + ":" + elsewhere.port());
        ArrayDeque<Pending<?>> unsent = new ArrayDeque<>(queue);
        queue.clear();
        disconnect(cause);
        node = elsewhere;
        failures = 0;
        lastError = null;
        state = IDLE;
        queue.addAll(unsent);
        for (Pending<?> pending : unsent) {
            // Those given while the old connection was ready have no time limit yet.
            pending.queued(context.nowMs());
            watch.by(pending.deadlineMs());
        }
        if (!queue.isEmpty()) {
            connect();
        }
    }

    /** Ends for good. */
    void close(ClientException cause) {
        disconnect(cause);
        watch.stop();
    }

    private void failed(ClientException cause) {
        context.counters().countFailedAttempt();
        failures++;
        backOff(cause, failures - 1);
    }

    private void lost(ClientException cause) {
        context.counters().countClosed();
        backOff(cause, 0);
        long nowMs = context.nowMs();
        for (Pending<?> pending : queue) {
            pending.queued(nowMs);
            watch.by(pending.deadlineMs());
        }
    }

    private void backOff(ClientException cause, int earlierFailures) {
        lastError = cause;
        state =
                new PeerState.BackingOff(
                        context.nowMs() + context.reconnects().afterMs(earlierFailures + 1));
    }

    /** As long as calls wait, somebody must try again. */
    private void retryLater() {
        if (retry == null && !queue.isEmpty() && state instanceof PeerState.BackingOff) {
            retry = context.loop().scheduleOwn(backoffMs(), this::retryNow);
        }
    }

    private void retryNow() {
        retry = null;
        if (!queue.isEmpty()) {
            connect();
            retryLater();
        }
    }

    private void stopRetry() {
        if (retry != null) {
            retry.cancel();
            retry = null;
        }
    }

    private void failQueue(ClientException cause) {
        for (Pending<?> pending : queue) {
            failLater(pending, cause);
        }
        queue.clear();
    }

    private void failLater(Pending<?> pending, ClientException cause) {
        context.turns()
                .later(
                        () -> {
                            try {
                                pending.failed(cause);
                            } finally {
                                pending.released();
                            }
                        });
    }

    private long check(long nowMs) {
        long nextMs = expireQueue(nowMs);
        if (state instanceof PeerState.Ready ready) {
            nextMs = Math.min(nextMs, ready.connection().expire(nowMs));
        }
        // It may just have ended.
        if (state instanceof PeerState.Ready ready) {
            nextMs = Math.min(nextMs, closeIfIdle(ready.connection(), nowMs));
        }
        return nextMs;
    }

    private long expireQueue(long nowMs) {
        if (state instanceof PeerState.Ready) {
            // They leave in this very turn, and their time has not begun.
            return Watch.NEVER;
        }
        long nextMs = Watch.NEVER;
        for (Iterator<Pending<?>> waiting = queue.iterator(); waiting.hasNext(); ) {
            Pending<?> pending = waiting.next();
            if (pending.deadlineMs() <= nowMs) {
                waiting.remove();
                context.counters().countTimeout();
                failLater(pending, noConnection(pending.call(), nowMs));
            } else {
                nextMs = Math.min(nextMs, pending.deadlineMs());
            }
        }
        return nextMs;
    }

    private TimedOutException noConnection(Call<?> call, long nowMs) {
        String doing =
                state instanceof PeerState.Trying trying
                        ? trying.attempt().describe(nowMs)
                        : "waiting to connect again";
        String error = lastError == null ? "" : "; last error: " + lastError.getMessage();
        return new TimedOutException(
                "no connection to "
                        + node
                        + " for "
                        + call.api().wireName()
                        + " within "
                        + call.timeoutMs()
                        + " ms: "
                        + doing
                        + error,
                lastError);
    }

    private long closeIfIdle(Connection connection, long nowMs) {
        long maxIdleMs = context.settings().maxIdleMs();
        if (maxIdleMs < 0) {
            return Watch.NEVER;
        }
        if (connection.inFlight() > 0 || !queue.isEmpty()) {
            return nowMs + maxIdleMs;
        }
        long dueMs = connection.lastUsedMs() + maxIdleMs;
        if (dueMs > nowMs) {
            return dueMs;
        }
        DisconnectedException cause =
                new DisconnectedException(
                        "the connection to "
                                + node
                                + " was closed after "
                                + maxIdleMs
                                + " ms without a request (connections.max.idle.ms)");
        context.counters().countIdleClosed();
        context.counters().countClosed();
        // No pause: nothing is wrong with the broker.
        state = IDLE;
        connection.end(cause);
        context.listeners().lost(node, cause, 0);
        return Watch.NEVER;
    }
}
