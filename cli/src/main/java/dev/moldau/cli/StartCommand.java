package dev.moldau.cli;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.server.ConfigFile;
import dev.moldau.server.ServerProcess;
import dev.moldau.server.StartException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moldau start}: one broker in the foreground, until SIGTERM or Ctrl-C. */
@Command(
        name = StartOptions.COMMAND,
        description = "Starts a broker in the foreground; Ctrl-C or SIGTERM stops it.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        sortOptions = false)
final class StartCommand implements Callable<Integer> {

    @Option(
            names = StartOptions.CONFIG,
            paramLabel = "FILE",
            description = "A server.properties file with Kafka's keys.")
    private @Nullable Path config;

    @Option(
            names = StartOptions.DATA,
            paramLabel = "DIR",
            description = "The data folder (log.dirs); 'data' here if nothing is said.")
    private @Nullable String data;

    @Option(
            names = StartOptions.LISTEN,
            paramLabel = "HOST:PORT",
            description =
                    "Where to listen (listeners); ':9092' is every address, port 0 any free port.")
    private @Nullable String listen;

    @Option(
            names = StartOptions.OVERRIDE,
            paramLabel = "KEY=VALUE",
            description = "Any other setting, stronger than the file's; may be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Option(names = StartOptions.VERBOSE, description = "Writes debug messages too.")
    private boolean verbose;

    @Option(names = EndOfInput.OPTION, hidden = true)
    private boolean untilEndOfInput;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        return run(
                StartOptions.of(config, data, listen, overrides, verbose, untilEndOfInput),
                spec.commandLine().getOut(),
                spec.commandLine().getErr());
    }

    /** Runs a broker until it is stopped, and returns the exit status. */
    static int run(StartOptions options, PrintWriter out, PrintWriter err)
            throws InterruptedException {
        LogSetup.verbose(options.verbose());
        try {
            ServerProcess process = process(options, out);
            if (options.untilEndOfInput()) {
                EndOfInput.then(process::stop);
            }
            process.run();
            return 0;
        } catch (StartException e) {
            err.println("moldau: " + e.getMessage());
            err.flush();
            return 1;
        } finally {
            LogSetup.flush();
        }
    }

    /** The broker as a process; the training run makes its own here too. */
    static ServerProcess process(StartOptions options, PrintWriter out) throws StartException {
        BrokerConfig settings = ConfigFile.load(options.config(), options.overrides());
        return new ServerProcess(settings, out, new LogbackLevels(), LogSetup::flush);
    }
}
