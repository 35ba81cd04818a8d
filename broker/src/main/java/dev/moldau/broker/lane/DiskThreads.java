package dev.moldau.broker.lane;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that may wait for disks, a bounded number of them; they end when they are idle.
 * Platform threads, because file systems block the thread beneath a virtual one anyway.
 *
 * <p>The queue has no bound of its own: everything in it comes from a request in flight or from the
 * broker itself, and those are bounded.
 */
public final class DiskThreads implements Executor, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DiskThreads.class);

    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_SECONDS = 30;

    private final ThreadPoolExecutor threads;

    /**
     * @param count how many threads there may be, at least one
     */
    public DiskThreads(int count) {
        AtomicInteger number = new AtomicInteger();
        this.threads =
                new ThreadPoolExecutor(
                        count,
                        count,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        task ->
                                Thread.ofPlatform()
                                        .name("disk-" + number.getAndIncrement())
                                        .daemon(true)
                                        .unstarted(task));
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a task on one of the threads.
     *
     * @throws RejectedExecutionException after {@link #close}
     */
    @Override
    public void execute(Runnable task) {
        threads.execute(() -> guarded(task));
    }

    /** A task that fails has told whoever waits for it, if anybody does; the thread goes on. */
    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RejectedExecutionException e) {
            LOG.debug("a lane ended before its disk task did", e);
        } catch (Throwable bug) {
            LOG.error("a task on a disk thread failed because of a bug", bug);
        }
    }

    /** Takes no more tasks, and waits a while for those that are there. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
