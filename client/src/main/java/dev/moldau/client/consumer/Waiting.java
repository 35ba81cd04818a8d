package dev.moldau.client.consumer;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.errors.WakeupException;
import dev.moldau.common.Clock;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * How the application's thread waits: for a ring of the loop, for an answer, never beyond its time,
 * and not once the consumer has failed or another thread wants it to stop.
 */
final class Waiting {

    private final Doorbell doorbell;
    private final Clock clock;
    private final ConsumerFault fault;
    private volatile boolean woken;

    Waiting(Doorbell doorbell, Clock clock, ConsumerFault fault) {
        this.doorbell = doorbell;
        this.clock = clock;
        this.fault = fault;
    }

    /** Ends the wait that goes on, or the next one. Any thread. */
    void wakeup() {
        woken = true;
        doorbell.ring();
    }

    /** The moment so long from now, on the monotonic clock. */
    long deadlineMs(Duration timeout) {
        return deadlineMs(millis(timeout));
    }

    long deadlineMs(long timeoutMs) {
        long nowMs = nowMs();
        return nowMs + Math.min(timeoutMs, Long.MAX_VALUE - nowMs);
    }

    long nowMs() {
        return clock.monotonicMs();
    }

    /**
     * In milliseconds.
     *
     * @throws IllegalArgumentException if it is negative
     */
    static long millis(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("a time-out of " + timeout + " is negative");
        }
        try {
            return timeout.toMillis();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    /**
     * Returns if nobody wants the thread to stop waiting.
     *
     * @throws WakeupException once for each wakeup
     * @throws FatalException if the consumer has failed
     */
    void check() {
        fault.check();
        if (woken) {
            woken = false;
            throw new WakeupException();
        }
    }

    /**
     * Waits for a ring.
     *
     * @throws WakeupException if another thread wants it to stop
     * @throws FatalException if the consumer has failed
     * @throws RetriableException if the thread is interrupted, whose flag is set again
     */
    void pause(long deadlineMs) {
        check();
        pauseUnwoken(deadlineMs);
        check();
    }

    private void pauseUnwoken(long deadlineMs) {
        try {
            doorbell.await(Math.max(0, deadlineMs - nowMs()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RetriableException("interrupted while waiting in the consumer", e);
        }
    }

    /**
     * Waits for what the loop finds out.
     *
     * @param what in words, for the message of a time-out
     * @throws ClientException what the loop found out instead
     * @throws TimedOutException if the time is over
     */
    <T> T result(CompletableFuture<T> future, long deadlineMs, String what) {
        CompletableFuture<?> unused = future.whenComplete((result, error) -> doorbell.ring());
        while (!future.isDone()) {
            if (nowMs() >= deadlineMs) {
                throw new TimedOutException(what + " did not come in time");
            }
            pause(deadlineMs);
        }
        return joined(future);
    }

    /** As {@link #result}, for closing: nothing but the time ends the wait. */
    boolean isDoneBy(CompletableFuture<?> future, long deadlineMs) {
        CompletableFuture<?> unused = future.whenComplete((result, error) -> doorbell.ring());
        while (!future.isDone() && nowMs() < deadlineMs && !fault.isSet()) {
            try {
                doorbell.await(deadlineMs - nowMs());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return future.isDone();
    }

    private static <T> T joined(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException | CancellationException e) {
            if (e.getCause() instanceof ClientException known) {
                throw known.again();
            }
            throw new FatalException("the consumer failed", e.getCause());
        }
    }
}
