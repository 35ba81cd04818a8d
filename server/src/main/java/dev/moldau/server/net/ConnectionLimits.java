package dev.moldau.server.net;

import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections there may be, in all ({@code max.connections}) and from one address ({@code
 * max.connections.per.ip}). Safe for any thread.
 */
final class ConnectionLimits {

    private final int maxConnections;
    private final int maxPerAddress;
    private final Map<String, Integer> overrides;
    private final AtomicInteger open = new AtomicInteger();
    private final Object none = new Object();
    private final Map<InetAddress, Integer> openByAddress = new ConcurrentHashMap<>();

    ConnectionLimits(int maxConnections, int maxPerAddress, Map<String, Integer> overrides) {
        this.overrides = overrides;
        this.maxConnections = maxConnections;
        this.maxPerAddress = maxPerAddress;
    }

    /**
     * Counts a connection in.
     *
     * @return empty if it may stay, and then it must {@link #leave}; otherwise why not
     */
    Optional<String> enter(InetAddress address) {
        if (open.incrementAndGet() > maxConnections) {
            open.decrementAndGet();
            return Optional.of("it would exceed max.connections=" + maxConnections);
        }
        int most = overrides.getOrDefault(address.getHostAddress(), maxPerAddress);
        if (openByAddress.merge(address, 1, Integer::sum) > most) {
            leave(address);
            return Optional.of("it would exceed max.connections.per.ip=" + most);
        }
        return Optional.empty();
    }

    /** Counts a connection out. */
    void leave(InetAddress address) {
        if (open.decrementAndGet() == 0) {
            synchronized (none) {
                none.notifyAll();
            }
        }
        openByAddress.computeIfPresent(address, (ignored, n) -> n == 1 ? null : n - 1);
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
