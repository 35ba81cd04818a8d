package dev.moldau.server.net;

import dev.moldau.common.Clock;
import java.util.concurrent.atomic.AtomicLong;

/** What all connections of a server share. Every part is safe for any thread. */
record Network(
        NetworkSettings settings,
        FrameHandler handler,
        Clock clock,
        RequestMemory memory,
        ConnectionLimits limits,
        NetworkCounters counters,
        PeerLog peerLog,
        AtomicLong connectionIds) {

    static Network of(NetworkSettings settings, FrameHandler handler, Clock clock) {
        return new Network(
                settings,
                handler,
                clock,
                new RequestMemory(settings.queuedRequestBytes()),
                new ConnectionLimits(
                        settings.maxConnections(), settings.maxConnectionsPerAddress()),
                new NetworkCounters(),
                new PeerLog(clock),
                new AtomicLong());
    }
}
