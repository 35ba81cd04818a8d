package dev.moldau.server.net;

/**
 * Limits and sizes of the network layer, for all listeners.
 *
 * @param eventLoops how many threads serve connections
 * @param maxRequestBytes the largest frame, {@code socket.request.max.bytes}
 * @param queuedRequestBytes what the frames of all connections may hold together, {@code
 *     queued.max.request.bytes}
 * @param maxInFlightPerConnection how many requests of a connection may wait for their replies
 *     before it is read no further
 * @param maxConnections {@code max.connections}
 * @param maxConnectionsPerAddress {@code max.connections.per.ip}
 * @param maxIdleMs {@code connections.max.idle.ms}; negative means never
 * @param frameStallMs how long an incomplete frame may stand still while memory is short, in
 *     milliseconds
 * @param sendBufferBytes {@code socket.send.buffer.bytes}; -1 leaves it to the system
 * @param receiveBufferBytes {@code socket.receive.buffer.bytes}; -1 leaves it to the system
 * @param backlog {@code socket.listen.backlog.size}
 */
public record NetworkSettings(
        int eventLoops,
        int maxRequestBytes,
        long queuedRequestBytes,
        int maxInFlightPerConnection,
        int maxConnections,
        int maxConnectionsPerAddress,
        long maxIdleMs,
        long frameStallMs,
        int sendBufferBytes,
        int receiveBufferBytes,
        int backlog) {

    public NetworkSettings {
        if (eventLoops < 1 || maxRequestBytes < 1 || queuedRequestBytes < 1) {
            throw new IllegalArgumentException("loops and sizes must be positive");
        }
        if (maxInFlightPerConnection < 1 || maxConnections < 0 || maxConnectionsPerAddress < 0) {
            throw new IllegalArgumentException("limits must not be negative");
        }
    }
}
