package dev.moldau.client.listener;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads where the JVM has them, which is found out by reflection since this is compiled
 * for older ones; else a pool that grows to what is used at once and shrinks when idle.
 */
final class ThreadWorkers implements Workers {

    private static final long IDLE_SECONDS = 30;

    private final ExecutorService threads;

    private ThreadWorkers(ExecutorService threads) {
        this.threads = threads;
    }

    /** The best that this JVM has; the name is followed by a number. */
    static ThreadWorkers named(String name) {
        ThreadFactory virtual = virtual(name);
        return pooled(
                virtual != null ? virtual : platform(name), virtual != null ? 0 : IDLE_SECONDS);
    }

    /** A pool of platform threads. */
    static ThreadWorkers onPlatformThreads(String name) {
        return pooled(platform(name), IDLE_SECONDS);
    }

    /** A thread that is not kept waiting ends at once: virtual ones cost nothing to make. */
    private static ThreadWorkers pooled(ThreadFactory factory, long idleSeconds) {
        return new ThreadWorkers(
                new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        idleSeconds,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        factory));
    }

    private static ThreadFactory platform(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
    }

    private static @Nullable ThreadFactory virtual(String name) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            builder = type.getMethod("name", String.class, long.class).invoke(builder, name, 0L);
            return (ThreadFactory) type.getMethod("factory").invoke(builder);
        } catch (NoSuchMethodException | ClassNotFoundException older) {
            return null;
        } catch (IllegalAccessException | InvocationTargetException preview) {
            // Some JVMs have them only as a preview, which is off.
            return null;
        }
    }

    @Override
    public void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException closed) {
            // The listener has ended meanwhile: there is nothing to begin any more.
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
