package dev.moldau.server.net;

import dev.moldau.common.Clock;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What all connections of a server share. Every part is safe for any thread. The handler is set
 * once, before the first connection is taken.
 */
final class Network {

    private final NetworkSettings settings;
    private final Clock clock;
    private final RequestMemory memory;
    private final ConnectionLimits limits;
    private final PeerLog peerLog;
    private final AtomicLong connectionIds = new AtomicLong();
    private volatile @Nullable FrameHandler handler;

    Network(NetworkSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.memory = new RequestMemory(settings.queuedRequestBytes());
        this.limits =
                new ConnectionLimits(
                        settings.maxConnections(),
                        settings.maxConnectionsPerAddress(),
                        settings.maxConnectionsOverrides());
        this.peerLog = new PeerLog(clock);
    }

    void handleWith(FrameHandler frames) {
        handler = frames;
    }

    FrameHandler handler() {
        return Objects.requireNonNull(handler, "a connection was taken before open()");
    }

    NetworkSettings settings() {
        return settings;
    }

    Clock clock() {
        return clock;
    }

    RequestMemory memory() {
        return memory;
    }

    ConnectionLimits limits() {
        return limits;
    }

    PeerLog peerLog() {
        return peerLog;
    }

    long nextConnectionId() {
        return connectionIds.incrementAndGet();
    }
}
