package dev.moldau.client.net;

import dev.moldau.common.Timer;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A task that waits for its time on the loop. It runs or is taken back, whichever comes first. */
final class LoopTimeout implements Timer.Timeout, Runnable {

    private final NettyLoop loop;
    private final Runnable task;
    private final AtomicBoolean decided = new AtomicBoolean();

    /** Null until the event loop has taken the task, which another thread may be doing. */
    private volatile @Nullable Future<?> scheduled;

    LoopTimeout(NettyLoop loop, Runnable task) {
        this.loop = loop;
        this.task = task;
    }

    void scheduledAs(Future<?> future) {
        scheduled = future;
    }

    @Override
    public void run() {
        if (decided.compareAndSet(false, true)) {
            loop.run(task);
        }
    }

    @Override
    public boolean cancel() {
        if (!decided.compareAndSet(false, true)) {
            return false;
        }
        Future<?> future = scheduled;
        if (future != null) {
            // So that the task is not held until its time.
            future.cancel(false);
        }
        return true;
    }
}
