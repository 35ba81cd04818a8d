package dev.moldau.server.net;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.ApiVersionsHandler;
import dev.moldau.broker.api.Dispatcher;
import dev.moldau.broker.api.HandlerRegistry;
import dev.moldau.broker.api.OldVersions;
import dev.moldau.broker.api.RequestElements;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.ListenerAddress;
import dev.moldau.protocol.wire.WireBuffers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A socket server in front of {@link Echo}, on a free port of the loopback address. */
final class TestServer implements AutoCloseable {

    static final long LONG_IDLE_MS = 600_000;

    final Echo echo = new Echo();
    final SocketServer sockets;
    final int port;

    TestServer(SettingsBuilder settings) throws BindException {
        this(settings, Transport.best());
    }

    /**
     * @param others what answers besides the echo
     */
    TestServer(SettingsBuilder settings, Transport transport, ApiHandler<?, ?>... others)
            throws BindException {
        SystemClock clock = new SystemClock();
        sockets = new SocketServer(settings.build(), clock, transport);
        port =
                sockets.bind(
                                listener(
                                        new ListenerAddress(
                                                "PLAINTEXT", "PLAINTEXT", "127.0.0.1", 0),
                                        "",
                                        settings.maxIdleMs))
                        .port();
        List<ApiHandler<?, ?>> handlers = new ArrayList<>(List.of(others));
        handlers.add(echo);
        HandlerRegistry registry =
                HandlerRegistry.of(
                        handlers,
                        OldVersions.SERVED,
                        served -> new ApiVersionsHandler(served, "cluster", 1));
        sockets.open(
                new Dispatcher(
                                registry,
                                clock,
                                WireBuffers.HEAP,
                                RequestElements.ofHeap(256L << 20))
                        ::dispatch);
    }

    /** A listener without a limit of its own. */
    static ListenerSettings listener(ListenerAddress address, String advertisedHost) {
        return listener(address, advertisedHost, LONG_IDLE_MS);
    }

    private static ListenerSettings listener(
            ListenerAddress address, String advertisedHost, long maxIdleMs) {
        return new ListenerSettings(
                address, advertisedHost, Integer.MAX_VALUE, false, sockets(maxIdleMs));
    }

    static SocketSettings sockets(long maxIdleMs) {
        return new SocketSettings(maxIdleMs, -1, -1, 1_000);
    }

    static TestServer withDefaults() throws BindException {
        return new TestServer(settings());
    }

    static SettingsBuilder settings() {
        return new SettingsBuilder();
    }

    @Override
    public void close() {
        sockets.close();
    }

    /** Settings that differ from those of a small server. */
    static final class SettingsBuilder {
        private int maxRequestBytes = 100 << 20;
        private long queuedRequestBytes = 32 << 20;
        private int maxConnections = 10_000;
        private int maxPerAddress = 10_000;
        private Map<String, Integer> overrides = Map.of();
        private long maxIdleMs = LONG_IDLE_MS;
        private long frameStallMs = 30_000;
        private int maxInFlight = 100;

        SettingsBuilder maxRequestBytes(int bytes) {
            maxRequestBytes = bytes;
            return this;
        }

        SettingsBuilder queuedRequestBytes(long bytes) {
            queuedRequestBytes = bytes;
            return this;
        }

        SettingsBuilder maxConnections(int count) {
            maxConnections = count;
            return this;
        }

        SettingsBuilder maxPerAddress(int count, Map<String, Integer> exceptions) {
            maxPerAddress = count;
            overrides = exceptions;
            return this;
        }

        SettingsBuilder maxIdleMs(long ms) {
            maxIdleMs = ms;
            return this;
        }

        SettingsBuilder frameStallMs(long ms) {
            frameStallMs = ms;
            return this;
        }

        SettingsBuilder maxInFlight(int count) {
            maxInFlight = count;
            return this;
        }

        NetworkSettings build() {
            return new NetworkSettings(
                    2,
                    maxRequestBytes,
                    queuedRequestBytes,
                    maxInFlight,
                    maxConnections,
                    maxPerAddress,
                    overrides,
                    frameStallMs);
        }
    }
}
