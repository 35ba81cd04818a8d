package dev.moldau.server;

import dev.moldau.cluster.store.zookeeper.server.EnsembleServer;
import dev.moldau.cluster.store.zookeeper.server.EnsembleServerException;
import dev.moldau.cluster.store.zookeeper.server.EnsembleServerSettings;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ZooKeeper server as a process of its own: ready line, signals, an orderly end. Made and run by
 * one thread; {@link #stop} may be called by any. One per process.
 */
public final class ZooKeeperProcess {

    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperProcess.class);

    private static final int STATUS_OF_A_FAULT = 3;

    private final EnsembleServer server;
    private final PrintWriter out;
    private final Runnable beforeHalt;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final CompletableFuture<InetSocketAddress> ready = new CompletableFuture<>();

    /**
     * Reads the settings and makes the data folder.
     *
     * @param out gets exactly one line, when the server listens
     * @param beforeHalt writes what is logged and not written yet, before a fault ends the process
     * @throws StartException if the settings are wrong, or the folder cannot be used
     */
    public ZooKeeperProcess(EnsembleServerSettings settings, PrintWriter out, Runnable beforeHalt)
            throws StartException {
        this.out = out;
        this.beforeHalt = beforeHalt;
        try {
            this.server = EnsembleServer.prepare(settings);
        } catch (EnsembleServerException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Serves, says so, and returns when it has stopped after SIGTERM, SIGINT or {@link #stop}.
     *
     * @throws StartException if it cannot start
     */
    public void run() throws StartException {
        ProcessSignals signals = ProcessSignals.prepare(this::stop, () -> {});
        try {
            server.run(at -> listening(at, signals), this::halt);
        } catch (EnsembleServerException e) {
            StartException failed = new StartException(String.valueOf(e.getMessage()), e);
            ready.completeExceptionally(failed);
            throw failed;
        }
        LOG.info("stopped");
    }

    private void listening(InetSocketAddress at, ProcessSignals signals) {
        signals.takeOver();
        out.println(
                "Moldau ZooKeeper ready: clients "
                        + at.getHostString()
                        + ":"
                        + at.getPort()
                        + ", server "
                        + server.place()
                        + ", data "
                        + server.data()
                        + ", "
                        + ProcessAge.seconds()
                        + " s");
        out.flush();
        if (!at.getAddress().isLoopbackAddress()) {
            LOG.warn(
                    "{} is open to other machines, and whoever reaches ZooKeeper can change the"
                            + " clusters that it keeps. Let only brokers reach it, or have them use"
                            + " zookeeper.set.acl",
                    at);
        }
        ready.complete(at);
    }

    /** Completed with where clients connect, or with what kept it from starting. */
    public CompletionStage<InetSocketAddress> ready() {
        return ready;
    }

    /** Asks for an orderly end, as SIGTERM does. Returns at once. */
    public void stop() {
        if (!stopping.compareAndSet(false, true)) {
            return;
        }
        LOG.info("stopping");
        Thread.ofPlatform().daemon(true).name("stop").start(server::close);
    }

    /** A server that cannot go on must not look alive. */
    private void halt(String why) {
        LOG.error("{}; its log, above, says why", why);
        beforeHalt.run();
        Runtime.getRuntime().halt(STATUS_OF_A_FAULT);
    }
}
