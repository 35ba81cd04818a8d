package dev.moldau.server;

import dev.moldau.broker.api.ApiVersionsHandler;
import dev.moldau.broker.api.Dispatcher;
import dev.moldau.broker.api.HandlerRegistry;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.InvalidConfigException;
import dev.moldau.common.config.ListenerAddress;
import dev.moldau.protocol.wire.WireBuffers;
import dev.moldau.server.net.BindException;
import dev.moldau.server.net.NetworkSettings;
import dev.moldau.server.net.SocketServer;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broker with its sockets: the composition root.
 *
 * <p>Life: {@link #start} opens the ports first, so that a port that is taken costs nothing, then
 * the broker, and takes connections when the broker serves. {@link #close} goes the other way: no
 * new connections, answers to what is in flight, then the broker. Started and closed by one thread.
 */
public final class MoldauServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MoldauServer.class);

    /** How long requests in flight are waited for when the server stops, in milliseconds. */
    private static final long DRAIN_MS = 3_000;

    private final BrokerConfig config;
    private final SocketServer sockets;

    private MoldauServer(BrokerConfig config, SocketServer sockets) {
        this.config = config;
        this.sockets = sockets;
    }

    /**
     * Starts a broker; when this returns, it serves.
     *
     * @throws StartException if it cannot start; nothing is left running
     */
    public static MoldauServer start(BrokerConfig config) throws StartException {
        config.warnings().forEach(LOG::warn);
        try {
            SocketServer sockets = new SocketServer(NetworkSettings.of(config), new SystemClock());
            try {
                return start(config, sockets);
            } catch (StartException | RuntimeException | Error e) {
                sockets.close();
                throw e;
            }
        } catch (InvalidConfigException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static MoldauServer start(BrokerConfig config, SocketServer sockets)
            throws StartException {
        AdvertisedListeners advertised = new AdvertisedListeners(config);
        for (ListenerAddress listener : config.listeners()) {
            bind(listener, advertised, sockets);
        }
        HandlerRegistry registry =
                HandlerRegistry.of(
                        List.of(), served -> new ApiVersionsHandler(served, "x", config.nodeId()));
        Dispatcher dispatcher = new Dispatcher(registry, new SystemClock(), WireBuffers.HEAP);
        sockets.open(dispatcher::dispatch);
        return new MoldauServer(config, sockets);
    }

    private static void bind(
            ListenerAddress listener, AdvertisedListeners advertised, SocketServer sockets)
            throws StartException {
        if (!listener.securityProtocol().equals("PLAINTEXT")) {
            throw new StartException(
                    "listener "
                            + listener
                            + " speaks "
                            + listener.securityProtocol()
                            + ", which this release does not; use PLAINTEXT");
        }
        try {
            sockets.bind(listener, advertised.host(listener));
        } catch (BindException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Where it listens, with the ports that it really got. */
    public List<ListenerAddress> listeners() {
        return sockets.listeners();
    }

    /** Its data folders. */
    public List<String> dataFolders() {
        return config.logDirs();
    }

    /** What the network layer counts. */
    public SocketServer sockets() {
        return sockets;
    }

    /** Stops in order; waits a few seconds at most for what is in flight. */
    @Override
    public void close() {
        sockets.stopAccepting();
        try {
            if (!sockets.awaitDrained(DRAIN_MS)) {
                LOG.warn("requests were still in flight after {} ms", DRAIN_MS);
            }
        } catch (InterruptedException e) {
            // Whoever interrupts wants it to end: the rest is quick.
            Thread.currentThread().interrupt();
        }
        sockets.close();
    }

    /** The release, such as {@code 0.1.0}; "unknown" when run from class files. */
    public static String version() {
        return Optional.ofNullable(MoldauServer.class.getPackage().getImplementationVersion())
                .orElse("unknown");
    }
}
