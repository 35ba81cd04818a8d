package dev.moldau.cluster.store.zookeeper.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.zookeeper.server.DatadirCleanupManager;
import org.apache.zookeeper.server.admin.AdminServer.AdminServerException;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog.DatadirException;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig.ConfigException;
import org.apache.zookeeper.util.ServiceUtils;

/**
 * One ZooKeeper server in this process: alone, or one of an ensemble. There is one per process at
 * most, because ZooKeeper keeps some of its settings in the JVM's properties.
 *
 * <p>Life: {@link #prepare} reads the settings and makes the folder; {@link #run} serves on the
 * calling thread until {@link #close}, which another thread calls.
 */
public final class EnsembleServer implements AutoCloseable {

    private final QuorumPeerConfig config;
    private final ServerProgram program;
    private final DatadirCleanupManager cleanUp;
    private volatile boolean closed;

    private EnsembleServer(QuorumPeerConfig config) {
        this.config = config;
        this.program = config.isDistributed() ? new MemberServer() : new LoneServer();
        this.cleanUp =
                new DatadirCleanupManager(
                        config.getDataDir(),
                        config.getDataLogDir(),
                        config.getSnapRetainCount(),
                        config.getPurgeInterval());
    }

    /**
     * Reads the settings and makes the data folder.
     *
     * @throws EnsembleServerException if the settings are wrong, or the folder cannot be used
     */
    public static EnsembleServer prepare(EnsembleServerSettings settings)
            throws EnsembleServerException {
        Properties properties = settings.properties();
        QuorumPeerConfig config = new QuorumPeerConfig();
        try {
            config.parseProperties(properties);
        } catch (ConfigException | IOException | IllegalArgumentException e) {
            throw new EnsembleServerException(
                    "ZooKeeper does not take these settings"
                            + settings.file().map(file -> " (from " + file + ")").orElse("")
                            + ": "
                            + e.getMessage(),
                    e);
        }
        return new EnsembleServer(config);
    }

    /** Its data folder. */
    public Path data() {
        return config.getDataDir().toPath();
    }

    /**
     * Which of the ensemble's servers it is and of how many, such as "2 of 3"; "alone" if alone.
     */
    public String place() {
        return config.isDistributed()
                ? config.getServerId() + " of " + config.getServers().size()
                : "alone";
    }

    /**
     * Serves until {@link #close}. One of an ensemble takes its place in it, and serves clients
     * while a majority is there.
     *
     * @param listening told once where clients connect, with the port that it really got
     * @param fault told if the server must end for a reason of its own, such as a disk that fails;
     *     what it was stands in the log
     * @throws EnsembleServerException if it cannot start
     */
    public void run(Consumer<InetSocketAddress> listening, Consumer<String> fault)
            throws EnsembleServerException {
        ServiceUtils.setSystemExitProcedure(
                code -> {
                    if (!closed) {
                        fault.accept("ZooKeeper's server gives up, with its code " + code);
                    }
                });
        cleanUp.start();
        try {
            program.run(config, port -> listening.accept(at(port)));
            if (!closed) {
                fault.accept("ZooKeeper's server has ended by itself");
            }
        } catch (BindException e) {
            throw new EnsembleServerException(
                    "Cannot listen on "
                            + config.getClientPortAddress()
                            + " ("
                            + e.getMessage()
                            + "): something else listens there, or the address is not this"
                            + " machine's. Choose another with --listen.",
                    e);
        } catch (DatadirException e) {
            throw new EnsembleServerException(
                    "The data folder " + data() + " cannot be used: " + e.getMessage(), e);
        } catch (IOException | AdminServerException e) {
            throw new EnsembleServerException(
                    "ZooKeeper's server cannot start on " + data() + ": " + e, e);
        } finally {
            cleanUp.shutdown();
        }
    }

    private InetSocketAddress at(int port) {
        InetSocketAddress asked = config.getClientPortAddress();
        return asked == null
                ? config.getSecureClientPortAddress()
                : new InetSocketAddress(asked.getAddress(), port);
    }

    /** Ends {@link #run} in good order; waits for most of that. Any thread. */
    @Override
    public void close() {
        closed = true;
        program.close();
    }
}
