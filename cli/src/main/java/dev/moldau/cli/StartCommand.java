package dev.moldau.cli;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.server.ConfigFile;
import dev.moldau.server.ServerProcess;
import dev.moldau.server.StartException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moldau start}: one broker in the foreground, until SIGTERM or Ctrl-C. */
@Command(
        name = "start",
        description = "Starts a broker in the foreground; Ctrl-C or SIGTERM stops it.",
        sortOptions = false)
final class StartCommand implements Callable<Integer> {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A server.properties file with Kafka's keys.")
    private @Nullable Path config;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The data folder (log.dirs); 'data' here if nothing is said.")
    private @Nullable Path data;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "Where to listen (listeners); ':9092' is every address, port 0 any free port.")
    private @Nullable String listen;

    @Option(
            names = {"--override", "--set"},
            paramLabel = "KEY=VALUE",
            description = "Any other setting, stronger than the file's; may be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Option(names = "--verbose", description = "Writes debug messages too.")
    private boolean verbose;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        LogSetup.verbose(verbose);
        try {
            BrokerConfig settings = ConfigFile.load(Optional.ofNullable(config), replaced());
            ServerProcess.run(settings, spec.commandLine().getOut());
            return 0;
        } catch (StartException e) {
            spec.commandLine().getErr().println("moldau: " + e.getMessage());
            return 1;
        } finally {
            LogSetup.flush();
        }
    }

    private Map<String, String> replaced() throws StartException {
        Map<String, String> replaced = new LinkedHashMap<>(overrides);
        if (data != null) {
            replaced.put("log.dirs", data.toString());
        }
        if (listen != null) {
            replaced.put("listeners", listener(listen));
        }
        return replaced;
    }

    /** {@code HOST:PORT}, {@code :PORT}, {@code PORT}, or a whole list of listeners. */
    static String listener(String text) {
        if (text.contains("://")) {
            return text;
        }
        return "PLAINTEXT://" + (text.indexOf(':') < 0 ? ":" + text : text);
    }
}
