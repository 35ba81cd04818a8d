package dev.moldau.client.metadata;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.common.Timer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for what in the view. Any thread adds itself; the loop looks at all of them after every
 * answer; each has a deadline on the loop.
 *
 * <p>Nobody is forgotten, because each first adds itself and then looks at the view and at whether
 * the client is closed, while the other side publishes the view or the end first and then looks at
 * those who are there.
 */
final class Waiters {

    /**
     * One who waits.
     *
     * @param what for messages
     * @param condition gives the view, throws the refusal, or says not yet by null
     */
    private record Waiter(
            String what,
            Function<ClusterView, @Nullable ClusterView> condition,
            CompletableFuture<ClusterView> future) {

        void look(ClusterView view) {
            try {
                ClusterView satisfying = condition.apply(view);
                if (satisfying != null) {
                    future.complete(satisfying);
                }
            } catch (ClientException refused) {
                future.completeExceptionally(refused);
            }
        }

        void close() {
            future.completeExceptionally(
                    new FatalException("the client was closed while waiting for " + what));
        }
    }

    private final Timer timer;
    private final Supplier<ClusterView> view;
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Waiters(Timer timer, Supplier<ClusterView> view) {
        this.timer = timer;
        this.view = view;
    }

    /**
     * Waits for the view to satisfy a condition. Any thread.
     *
     * @param what what for, for messages
     * @param condition null until satisfied; throws what the wait is to end with instead
     * @param timeOut makes the end that the wait has after its time
     */
    CompletableFuture<ClusterView> add(
            String what,
            Function<ClusterView, @Nullable ClusterView> condition,
            long maxWaitMs,
            Supplier<ClientException> timeOut) {
        CompletableFuture<ClusterView> future = new CompletableFuture<>();
        Waiter waiter = new Waiter(what, condition, future);
        waiters.add(waiter);
        if (closed) {
            waiter.close();
        } else {
            waiter.look(view.get());
        }
        if (future.isDone()) {
            waiters.remove(waiter);
            return future;
        }
        Timer.Timeout timeout =
                timer.schedule(maxWaitMs, () -> future.completeExceptionally(timeOut.get()));
        var unused =
                future.whenComplete(
                        (satisfying, cause) -> {
                            waiters.remove(waiter);
                            timeout.cancel();
                        });
        return future;
    }

    /** Ends the waits that the view satisfies or refuses. On the loop. */
    void look(ClusterView view) {
        for (Waiter waiter : waiters) {
            waiter.look(view);
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Fails all who wait and all who come later. Any thread. */
    void close() {
        closed = true;
        waiters.forEach(Waiter::close);
    }
}
