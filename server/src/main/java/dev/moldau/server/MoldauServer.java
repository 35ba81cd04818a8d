package dev.moldau.server;

import dev.moldau.broker.Broker;
import dev.moldau.broker.topic.LoggerLevels;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ClusterKeys;
import dev.moldau.common.config.InvalidConfigException;
import dev.moldau.common.config.ListenerAddress;
import dev.moldau.server.net.BindException;
import dev.moldau.server.net.ListenerSettings;
import dev.moldau.server.net.NetworkSettings;
import dev.moldau.server.net.SocketServer;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broker with its sockets: the composition root.
 *
 * <p>Life: {@link #start} opens the ports and the cluster at the same time, so that a port that is
 * taken is told before a log is touched, then the broker, and takes connections when it serves.
 * {@link #close} goes the other way: no new connections, answers to what is in flight, then the
 * broker. Started and closed by one thread.
 */
public final class MoldauServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MoldauServer.class);

    /** After so long, whatever is still in flight when the server stops waits for others. */
    private static final long GRACE_MS = 50;

    /** How long answers may then take to reach their clients, in milliseconds. */
    private static final long DRAIN_MS = 3_000;

    /** What a broker of a cluster tells that has no network. */
    private static final String LOOPBACK = "127.0.0.1";

    /** How long others may take to lead what this broker led, in milliseconds. */
    private static final long DEPART_MS = 5_000;

    /** How long the registration in the cluster may take, in milliseconds. */
    private static final long REGISTER_MS = 30_000;

    private final BrokerConfig config;
    private final SocketServer sockets;
    private final BrokerRuntime runtime;

    private MoldauServer(BrokerConfig config, SocketServer sockets, BrokerRuntime runtime) {
        this.config = config;
        this.sockets = sockets;
        this.runtime = runtime;
    }

    /**
     * Starts a broker; when this returns, it serves.
     *
     * @param loggers this process's loggers, for those who administer the broker
     * @param faults told when a thread of the broker ended because of a bug
     * @throws StartException if it cannot start; nothing is left running
     */
    public static MoldauServer start(
            BrokerConfig config, LoggerLevels loggers, FaultListener faults) throws StartException {
        config.warnings().forEach(LOG::warn);
        try {
            AdvertisedListeners advertised =
                    new AdvertisedListeners(config, hostOfEveryAddress(config));
            // Each takes as long as the other.
            Aside<Foundation> opening = Aside.begin("open", () -> Foundation.open(config, faults));
            SocketServer sockets;
            try {
                sockets = bind(config, advertised);
            } catch (StartException | RuntimeException | Error e) {
                abandon(opening);
                throw e;
            }
            try {
                return start(config, advertised, sockets, opening.await(), loggers);
            } catch (StartException | RuntimeException | Error e) {
                sockets.close();
                throw e;
            }
        } catch (InvalidConfigException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The ports are what is wrong first, whatever else may be. */
    private static void abandon(Aside<Foundation> opening) {
        try {
            opening.await().close();
        } catch (StartException | RuntimeException e) {
            LOG.debug("and the data folder could not be opened", e);
        }
    }

    /** What is told for a listener that is bound to every address; empty for the one come by. */
    private static String hostOfEveryAddress(BrokerConfig config) {
        boolean alone = config.zooKeeperConnect().isEmpty();
        return alone ? "" : OwnAddress.find().map(OwnAddress::host).orElse(LOOPBACK);
    }

    private static SocketServer bind(BrokerConfig config, AdvertisedListeners advertised)
            throws StartException {
        SocketServer sockets = new SocketServer(NetworkSettings.of(config), new SystemClock());
        try {
            for (ListenerAddress listener : config.listeners()) {
                bind(config, listener, advertised, sockets);
            }
            return sockets;
        } catch (StartException | RuntimeException | Error e) {
            sockets.close();
            throw e;
        }
    }

    private static MoldauServer start(
            BrokerConfig config,
            AdvertisedListeners advertised,
            SocketServer sockets,
            Foundation foundation,
            LoggerLevels loggers)
            throws StartException {
        BrokerRuntime runtime = BrokerRuntime.start(foundation, config, loggers);
        try {
            String rack = config.find(ClusterKeys.BROKER_RACK).orElse(null);
            runtime.broker()
                    .register(advertised.endpoints(sockets.listeners()), rack)
                    .orTimeout(REGISTER_MS, TimeUnit.MILLISECONDS)
                    .join();
        } catch (RuntimeException | Error e) {
            runtime.close();
            throw e;
        }
        sockets.open(runtime.broker().dispatcher()::dispatch);
        tellDoubts(advertised, sockets.listeners());
        return new MoldauServer(config, sockets, runtime);
    }

    /** Whether names are known may take seconds to find out; nobody waits for it. */
    private static void tellDoubts(AdvertisedListeners advertised, List<ListenerAddress> bound) {
        AdvertisedDoubts doubts = new AdvertisedDoubts(InetAddress::getAllByName);
        Thread.ofPlatform()
                .daemon(true)
                .name("advertised")
                .start(() -> bound.forEach(each -> tellDoubts(doubts, each, advertised)));
    }

    private static void tellDoubts(
            AdvertisedDoubts doubts, ListenerAddress bound, AdvertisedListeners advertised) {
        ListenerAddress told = advertised.address(bound);
        LOG.debug(
                "clients of {} are told {}:{}",
                bound,
                told.host().isEmpty() ? "the address that each came by" : told.host(),
                told.port());
        doubts.about(bound, told).ifPresent(LOG::warn);
    }

    private static void bind(
            BrokerConfig config,
            ListenerAddress listener,
            AdvertisedListeners advertised,
            SocketServer sockets)
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
            sockets.bind(ListenerSettings.of(config, listener, advertised.host(listener)));
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

    /** The broker behind the sockets. */
    public Broker broker() {
        return runtime.broker();
    }

    /** What the network layer counts. */
    public SocketServer sockets() {
        return sockets;
    }

    /**
     * Stops in order. What is in flight is answered first, long polls with what there is, and is
     * waited for a few seconds at most.
     */
    @Override
    public void close() {
        depart();
        sockets.stopAccepting();
        try {
            if (!sockets.awaitDrained(GRACE_MS)) {
                runtime.broker().answerWaiting();
                if (!sockets.awaitDrained(DRAIN_MS)) {
                    LOG.warn("requests were still in flight after {} ms", DRAIN_MS);
                }
            }
        } catch (InterruptedException e) {
            // Whoever interrupts wants it to end: the rest is quick.
            Thread.currentThread().interrupt();
        }
        sockets.close();
        runtime.close();
    }

    /** The others lead on before this broker stops to answer, so that clients hardly notice. */
    private void depart() {
        if (!config.get(ClusterKeys.CONTROLLED_SHUTDOWN_ENABLE)) {
            return;
        }
        try {
            runtime.broker().depart().get(DEPART_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn(
                    "the controller did not have others take over within {} ms; what this broker"
                            + " leads has no leader until it is missed",
                    DEPART_MS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The release, such as {@code 0.1.0}; "unknown" when run from class files. */
    public static String version() {
        return Optional.ofNullable(MoldauServer.class.getPackage().getImplementationVersion())
                .orElse("unknown");
    }
}
