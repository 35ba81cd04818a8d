package dev.moldau.client.listener;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** How the polling thread waits for handlers. */
@FunctionalInterface
interface Patience {

    /** Waits on the condition, as a thread does. */
    @SuppressWarnings("WaitNotInLoop") // those who wait look again, each in its own loop
    Patience OF_THREADS =
            (changed, maxMs) -> {
                // Those who wait look again in any case.
                boolean unused = changed.await(maxMs, TimeUnit.MILLISECONDS);
            };

    /** Waits for a signal, at most so long. With the condition's lock held. */
    void await(Condition changed, long maxMs) throws InterruptedException;
}
