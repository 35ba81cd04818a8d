package dev.moldau.server;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ListenerAddress;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A broker as a process of its own: ready line, signals, an orderly end. */
public final class ServerProcess {

    private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

    private ServerProcess() {}

    /**
     * Starts a broker, says on {@code out} in exactly one line that it is ready, and returns when
     * it has stopped after SIGTERM or SIGINT.
     *
     * @throws StartException if it cannot start
     */
    public static void run(BrokerConfig config, PrintWriter out)
            throws StartException, InterruptedException {
        try (MoldauServer server = MoldauServer.start(config)) {
            ProcessSignals signals = ProcessSignals.install();
            out.println(readyLine(server));
            out.flush();
            OpenFileLimit.warning().ifPresent(LOG::warn);
            signals.await();
            LOG.info("stopping");
        }
        LOG.info("stopped");
    }

    private static String readyLine(MoldauServer server) {
        return String.format(
                Locale.ROOT,
                "Moldau ready: listeners %s, data %s, %.2f s",
                server.listeners().stream()
                        .map(ListenerAddress::toString)
                        .collect(Collectors.joining(",")),
                String.join(",", server.dataFolders()),
                sinceProcessStart().toMillis() / 1000.0);
    }

    private static Duration sinceProcessStart() {
        Instant now = Instant.now();
        Instant start = ProcessHandle.current().info().startInstant().orElse(now);
        return Duration.between(start, now);
    }
}
