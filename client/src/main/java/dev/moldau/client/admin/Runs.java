package dev.moldau.client.admin;

import dev.moldau.client.net.ClientLoop;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The calls that are under way, and their end when the client closes.
 *
 * <p>A call that races with closing fails like the others: it adds itself first and then looks
 * whether the client is closed, while closing marks first and then fails all who are there.
 */
final class Runs {

    private static final String CLOSED = "the admin client was closed before it was done";

    private final ClientLoop loop;
    private final Set<OperationRun<?, ?, ?>> runs = ConcurrentHashMap.newKeySet();
    private final CountDownLatch idle = new CountDownLatch(1);
    private volatile boolean closing;
    private boolean closed;

    /** Nothing is begun any more; on the loop only. */
    private boolean ended;

    Runs(ClientLoop loop) {
        this.loop = loop;
    }

    /** Begins a call. Any thread. */
    void start(OperationRun<?, ?, ?> run) {
        runs.add(run);
        if (closing) {
            run.abandon(CLOSED, null);
            return;
        }
        try {
            loop.execute(() -> begin(run));
        } catch (RejectedExecutionException closed) {
            run.abandon(CLOSED, null);
        }
    }

    private void begin(OperationRun<?, ?, ?> run) {
        if (ended) {
            run.abandon(CLOSED, null);
        } else {
            run.start();
        }
    }

    /** How many calls are under way. Any thread. */
    int count() {
        return runs.size();
    }

    /** A call has its last outcome. */
    void ended(OperationRun<?, ?, ?> run) {
        runs.remove(run);
        if (closing && runs.isEmpty()) {
            idle.countDown();
        }
    }

    /**
     * Takes no more calls, waits for those under way as long as is allowed, fails the rest.
     *
     * @param end what remains to be ended then, on the loop; not if the client was closed before
     */
    void close(Duration timeout, Runnable end) {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            closing = true;
        }
        if (!loop.isCurrent() && !runs.isEmpty()) {
            await(timeout);
        }
        try {
            loop.execute(
                    () -> {
                        ended = true;
                        abandon(CLOSED, null);
                        end.run();
                    });
        } catch (RejectedExecutionException alreadyEnded) {
            // The loop has ended by a fault, which has failed all calls and ended all else.
            abandon(CLOSED, alreadyEnded);
        }
    }

    /** A bug has ended the loop, which runs no further command. On the loop. */
    void loopFailed(Throwable fault) {
        ended = true;
        closing = true;
        abandon("a fault has ended the admin client", fault);
    }

    private void abandon(String why, @Nullable Throwable fault) {
        for (OperationRun<?, ?, ?> run : List.copyOf(runs)) {
            run.abandon(why, fault);
        }
    }

    private void await(Duration timeout) {
        try {
            // What is not done in time fails, so it does not matter which of the two it was.
            boolean unused = idle.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
