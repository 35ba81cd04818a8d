package dev.moldau.server;

import dev.moldau.broker.topic.LoggerLevels;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ListenerAddress;
import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broker as a process of its own: ready line, signals, an orderly end. Made and run by one
 * thread; {@link #stop} may be called by any.
 */
public final class ServerProcess {

    private static final int STATUS_OF_A_BUG = 3;

    private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

    private final BrokerConfig config;
    private final PrintWriter out;
    private final LoggerLevels loggers;
    private final Runnable beforeHalt;
    private final CountDownLatch stopAsked = new CountDownLatch(1);
    private final CompletableFuture<MoldauServer> ready = new CompletableFuture<>();

    /**
     * @param out gets exactly one line, when the broker is ready
     * @param loggers this process's loggers
     * @param beforeHalt writes what is logged and not written yet, before a bug ends the process
     */
    public ServerProcess(
            BrokerConfig config, PrintWriter out, LoggerLevels loggers, Runnable beforeHalt) {
        this.config = config;
        this.out = out;
        this.loggers = loggers;
        this.beforeHalt = beforeHalt;
    }

    /**
     * Starts the broker, says that it is ready, and returns when it has stopped after SIGTERM,
     * SIGINT or {@link #stop}.
     *
     * @throws StartException if it cannot start
     */
    public void run() throws StartException, InterruptedException {
        Aside<ProcessSignals> signals =
                Aside.begin("signals", () -> ProcessSignals.prepare(this::stop, () -> {}));
        try (MoldauServer server = MoldauServer.start(config, loggers, this::halt)) {
            signals.await().takeOver();
            out.println(readyLine(server));
            out.flush();
            ready.complete(server);
            OpenFileLimit.warning().ifPresent(LOG::warn);
            stopAsked.await();
            LOG.info("stopping");
        } catch (StartException | RuntimeException e) {
            ready.completeExceptionally(e);
            throw e;
        }
        LOG.info("stopped");
    }

    /** Completed when the broker serves, or with what kept it from starting. */
    public CompletionStage<MoldauServer> ready() {
        return ready;
    }

    /** Asks for an orderly end, as SIGTERM does. */
    public void stop() {
        stopAsked.countDown();
    }

    /** A broker that has lost a thread must not look alive; the next start recovers its data. */
    private void halt(String thread, Throwable bug) {
        beforeHalt.run();
        Runtime.getRuntime().halt(STATUS_OF_A_BUG);
    }

    private static String readyLine(MoldauServer server) {
        return "Moldau ready: listeners "
                + server.listeners().stream()
                        .map(ListenerAddress::toString)
                        .collect(Collectors.joining(","))
                + ", data "
                + String.join(",", server.dataFolders())
                + ", "
                + ProcessAge.seconds()
                + " s";
    }
}
