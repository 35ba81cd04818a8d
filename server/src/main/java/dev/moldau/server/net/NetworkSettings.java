package dev.moldau.server.net;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.NetworkKeys;
import io.netty.util.internal.PlatformDependent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits and sizes of the network layer that all listeners share.
 *
 * @param eventLoops how many threads serve connections
 * @param maxRequestBytes the largest frame, {@code socket.request.max.bytes}
 * @param queuedRequestBytes what the frames of all connections may hold together, {@code
 *     queued.max.request.bytes}
 * @param maxInFlightPerConnection how many requests of a connection may wait for their replies
 *     before it is read no further
 * @param maxConnections {@code max.connections}
 * @param maxConnectionsPerAddress {@code max.connections.per.ip}
 * @param maxConnectionsOverrides {@code max.connections.per.ip.overrides}, by address as text
 * @param frameStallMs how long an incomplete frame may stand still while memory is short, in
 *     milliseconds
 */
public record NetworkSettings(
        int eventLoops,
        int maxRequestBytes,
        long queuedRequestBytes,
        int maxInFlightPerConnection,
        int maxConnections,
        int maxConnectionsPerAddress,
        Map<String, Integer> maxConnectionsOverrides,
        long frameStallMs) {

    private static final int MOST_LOOPS = 8;
    private static final int IN_FLIGHT_PER_CONNECTION = 100;
    private static final long FRAME_STALL_MS = 30_000;
    private static final long LEAST_QUEUED_BYTES = 16L << 20;

    public NetworkSettings {
        maxConnectionsOverrides = Map.copyOf(maxConnectionsOverrides);
        if (eventLoops < 1 || maxRequestBytes < 1 || queuedRequestBytes < 1) {
            throw new IllegalArgumentException("loops and sizes must be positive");
        }
        if (maxInFlightPerConnection < 1 || maxConnections < 0 || maxConnectionsPerAddress < 0) {
            throw new IllegalArgumentException("limits must not be negative");
        }
    }

    /** What a broker's settings say. */
    public static NetworkSettings of(BrokerConfig config) {
        int maxRequestBytes = config.get(NetworkKeys.SOCKET_REQUEST_MAX_BYTES);
        long queuedBytes = config.get(NetworkKeys.QUEUED_MAX_REQUEST_BYTES);
        return new NetworkSettings(
                config.find(NetworkKeys.NUM_NETWORK_THREADS).orElseGet(NetworkSettings::loops),
                maxRequestBytes,
                queuedBytes > 0 ? queuedBytes : shareOfDirectMemory(maxRequestBytes),
                IN_FLIGHT_PER_CONNECTION,
                config.get(NetworkKeys.MAX_CONNECTIONS),
                config.get(NetworkKeys.MAX_CONNECTIONS_PER_IP),
                overrides(config.get(NetworkKeys.MAX_CONNECTIONS_PER_IP_OVERRIDES)),
                FRAME_STALL_MS);
    }

    private static int loops() {
        return Math.min(Runtime.getRuntime().availableProcessors(), MOST_LOOPS);
    }

    /** Half of what is left of the direct memory when one largest frame goes beyond. */
    private static long shareOfDirectMemory(int maxRequestBytes) {
        long share = (PlatformDependent.maxDirectMemory() - maxRequestBytes) / 2;
        return Math.max(share, LEAST_QUEUED_BYTES);
    }

    private static Map<String, Integer> overrides(List<String> pairs) {
        Map<String, Integer> overrides = new HashMap<>();
        for (String pair : pairs) {
            int colon = pair.lastIndexOf(':');
            overrides.put(pair.substring(0, colon), Integer.parseInt(pair.substring(colon + 1)));
        }
        return overrides;
    }
}
