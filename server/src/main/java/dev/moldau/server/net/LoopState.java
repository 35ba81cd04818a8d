package dev.moldau.server.net;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What one event loop shares among its connections: the read buffer, the list of connections and
 * the sweep that closes those that have been idle or stalled for too long. Confined to the loop.
 */
final class LoopState {

    private final EventLoop loop;
    private final ReadBuffer readBuffer = new ReadBuffer();
    private final Set<Connection> connections = new LinkedHashSet<>();

    LoopState(EventLoop loop) {
        this.loop = loop;
    }

    ReadBuffer readBuffer() {
        return readBuffer;
    }

    void add(Connection connection) {
        connections.add(connection);
    }

    void remove(Connection connection) {
        connections.remove(connection);
    }

    /** A copy, so that connections may close while the caller walks. */
    List<Connection> connections() {
        return new ArrayList<>(connections);
    }

    /** Looks for idle connections from time to time, as long as the loop lives. */
    void sweepEvery(long periodMs) {
        // Ends with the loop.
        var _ =
                loop.scheduleAtFixedRate(
                        () -> connections().forEach(Connection::closeIfIdle),
                        periodMs,
                        periodMs,
                        TimeUnit.MILLISECONDS);
    }

    /** Closes the connections that are left, when the loop ends. */
    void close() {
        connections().forEach(Connection::closeNow);
        readBuffer.close();
    }
}
