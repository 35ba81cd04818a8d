package dev.moldau.client.consumer;

import java.util.ConcurrentModificationException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Holds a consumer to one thread at a time, which may enter again from a callback. */
final class SingleUser {

    private final AtomicReference<@Nullable Thread> user = new AtomicReference<>();
    private int depth;

    /**
     * Begins a call.
     *
     * @throws ConcurrentModificationException if another thread is in one
     */
    void enter() {
        Thread now = Thread.currentThread();
        Thread other = user.get();
        if (other != now && !user.compareAndSet(null, now)) {
            throw new ConcurrentModificationException(
                    "A consumer is for one thread at a time, but "
                            + user.get()
                            + " is in a call and "
                            + now
                            + " begins another. Only wakeup may be called by others.");
        }
        depth++;
    }

    /** Ends it. */
    void exit() {
        if (--depth == 0) {
            user.set(null);
        }
    }
}
