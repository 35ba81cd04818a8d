package dev.moldau.client.listener;

import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.metrics.Metric;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A listener whose polling thread is a thread. */
final class ThreadListener implements Listener {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final PollLoop<?, ?> loop;
    private final Desk<?, ?> desk;
    private final Source source;
    private final ClientMetrics metrics;
    private final Runnable release;
    private final long faultEndMs;
    private final Thread thread;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** How long the end may take, in ms; negative while nobody asked for it. */
    private volatile long endingMs = -1;

    /**
     * A listener that is not started yet.
     *
     * @param faultEndMs how long it may take to end when something else than closing ends it
     * @param release gives back the rest, on the polling thread, as the last
     */
    ThreadListener(
            String name,
            PollLoop<?, ?> loop,
            Desk<?, ?> desk,
            Source source,
            ClientMetrics metrics,
            long faultEndMs,
            Runnable release) {
        this.loop = loop;
        this.desk = desk;
        this.source = source;
        this.metrics = metrics;
        this.faultEndMs = faultEndMs;
        this.release = release;
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(false);
    }

    void start() {
        thread.start();
    }

    private void run() {
        Throwable fault = null;
        try {
            loop.start();
            while (endingMs < 0 && fault == null) {
                loop.turn();
                fault = desk.fault();
            }
        } catch (Throwable t) {
            fault = t;
        }
        end(fault);
    }

    private void end(@Nullable Throwable before) {
        Throwable fault = before;
        try {
            loop.end(endingMs < 0 ? faultEndMs : endingMs);
        } catch (Throwable t) {
            if (fault == null) {
                fault = t;
            } else {
                fault.addSuppressed(t);
            }
        } finally {
            release.run();
            if (fault == null) {
                ended.complete(null);
            } else {
                ended.completeExceptionally(fault);
            }
        }
    }

    @Override
    public CompletableFuture<Void> ended() {
        return ended.copy();
    }

    @Override
    public Map<String, Metric> metrics() {
        Map<String, Metric> all = new LinkedHashMap<>(metrics.snapshot());
        all.putAll(source.metrics());
        return all;
    }

    @Override
    public void close() {
        close(CLOSE_TIMEOUT);
    }

    @Override
    public void close(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("time-out " + timeout + " is negative");
        }
        if (endingMs < 0) {
            endingMs = timeout.toMillis();
        }
        desk.stop();
        source.wakeup();
        if (Thread.currentThread() == thread || desk.isHandling(Thread.currentThread())) {
            return;
        }
        try {
            thread.join(Math.max(1, timeout.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
