package dev.moldau.server.net;

import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections there may be, in all ({@code max.connections}), on one listener ({@code
 * listener.name.<name>.max.connections}) and from one address ({@code max.connections.per.ip}).
 * Safe for any thread.
 */
final class ConnectionLimits {

    private final ConnectionBudget shared;
    private final int maxPerAddress;
    private final Map<String, Integer> overrides;
    private final AtomicInteger open = new AtomicInteger();
    private final Object none = new Object();
    private final Map<InetAddress, Integer> openByAddress = new ConcurrentHashMap<>();

    ConnectionLimits(int maxConnections, int maxPerAddress, Map<String, Integer> overrides) {
        this.overrides = overrides;
        this.shared = new ConnectionBudget("max.connections", maxConnections);
        this.maxPerAddress = maxPerAddress;
    }

    /**
     * Counts a connection in.
     *
     * @return empty if it may stay, and then it must {@link #leave}; otherwise why not
     */
    Optional<String> enter(InetAddress address, Listener listener) {
        // First the limit for all: where a listener has none of its own, this is the one to name.
        if (!listener.apart() && !shared.take()) {
            return Optional.of(shared.refusal());
        }
        if (!listener.budget().take()) {
            giveBackShared(listener);
            return Optional.of(listener.budget().refusal());
        }
        open.incrementAndGet();
        int most = overrides.getOrDefault(address.getHostAddress(), maxPerAddress);
        if (openByAddress.merge(address, 1, Integer::sum) > most) {
            leave(address, listener);
            return Optional.of("it would exceed max.connections.per.ip=" + most);
        }
        return Optional.empty();
    }

    /** Counts a connection out. */
    void leave(InetAddress address, Listener listener) {
        listener.budget().giveBack();
        giveBackShared(listener);
        if (open.decrementAndGet() == 0) {
            synchronized (none) {
                none.notifyAll();
            }
        }
        openByAddress.computeIfPresent(address, (ignored, n) -> n == 1 ? null : n - 1);
    }

    private void giveBackShared(Listener listener) {
        if (!listener.apart()) {
            shared.giveBack();
        }
    }

    /**
     * Waits until no connection is open; for the thread that stops the server.
     *
     * @param timeoutMs how long to wait at most, in milliseconds
     * @return false if the time was not enough
     */
    boolean awaitNone(long timeoutMs) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        synchronized (none) {
            while (open.get() > 0) {
                long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
                if (leftMs <= 0) {
                    return false;
                }
                none.wait(leftMs);
            }
        }
        return true;
    }
}
