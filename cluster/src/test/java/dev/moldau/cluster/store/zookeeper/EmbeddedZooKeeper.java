package dev.moldau.cluster.store.zookeeper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * One server of ZooKeeper in this process, for tests: on a port of its own, over a folder of its
 * own. It can be stopped and started again with what it has kept, and made to end sessions.
 */
public final class EmbeddedZooKeeper implements AutoCloseable {

    private static final int TICK_MS = 500;
    private static final int MAX_CONNECTIONS = 1_000;
    private static final int USUAL_BACKLOG = -1;

    private final Path folder;
    private final boolean secure;
    private int port;
    private Running running;

    /** What ends when the server is stopped. */
    private record Running(ZooKeeperServer server, ServerCnxnFactory connections) {}

    private EmbeddedZooKeeper(Path folder, boolean secure) {
        this.folder = folder;
        this.secure = secure;
        this.running = run();
        this.port = running.connections().getLocalPort();
    }

    /**
     * Starts a server over an empty folder or one that an earlier server left.
     *
     * @throws UncheckedIOException if it cannot
     */
    public static EmbeddedZooKeeper start(Path folder) {
        return new EmbeddedZooKeeper(folder, false);
    }

    /** As {@link #start}, for TLS as the JVM's {@code zookeeper.ssl.*} properties say. */
    static EmbeddedZooKeeper startSecure(Path folder) {
        return new EmbeddedZooKeeper(folder, true);
    }

    private Running run() {
        try {
            Files.createDirectories(folder);
            ZooKeeperServer server = new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MS);
            ServerCnxnFactory connections =
                    secure ? secureConnections() : new NIOServerCnxnFactory();
            InetAddress loopback = InetAddress.getLoopbackAddress();
            connections.configure(
                    new InetSocketAddress(loopback, port), MAX_CONNECTIONS, USUAL_BACKLOG, secure);
            connections.startup(server);
            return new Running(server, connections);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while ZooKeeper started", e);
        }
    }

    /** Chosen by a property of the JVM, for want of another way. */
    private static ServerCnxnFactory secureConnections() throws IOException {
        String property = ServerCnxnFactory.ZOOKEEPER_SERVER_CNXN_FACTORY;
        System.setProperty(property, "org.apache.zookeeper.server.NettyServerCnxnFactory");
        try {
            return ServerCnxnFactory.createFactory();
        } finally {
            System.clearProperty(property);
        }
    }

    /** What to say in {@code zookeeper.connect}. */
    public String connect() {
        return "127.0.0.1:" + port;
    }

    /** The port it listens on. */
    public int port() {
        return port;
    }

    /** Starts it again after {@link #stop}, on the same port. */
    public void restart() {
        running = run();
    }

    /** Stops it; what it has kept stays, sessions included. */
    public void stop() {
        running.connections().shutdown();
    }

    /** The sessions that are alive. */
    public List<Long> sessions() {
        return List.copyOf(running.server().getZKDatabase().getSessions());
    }

    /** Ends every session, as if nothing had been heard of its client for too long. */
    public void expireSessions() {
        sessions().forEach(running.server()::closeSession);
    }

    @Override
    public void close() {
        stop();
    }
}
