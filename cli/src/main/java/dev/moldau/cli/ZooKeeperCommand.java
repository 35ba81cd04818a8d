package dev.moldau.cli;

import dev.moldau.cluster.store.zookeeper.server.EnsembleMember;
import dev.moldau.cluster.store.zookeeper.server.EnsembleServerException;
import dev.moldau.cluster.store.zookeeper.server.EnsembleServerSettings;
import dev.moldau.server.StartException;
import dev.moldau.server.ZooKeeperProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moldau zookeeper}: one ZooKeeper server in the foreground, until SIGTERM or Ctrl-C. */
@Command(
        name = "zookeeper",
        description = {
            "Starts a ZooKeeper server in the foreground, for those who have none.",
            "Alone by default; with --ensemble and --id as one of several."
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        sortOptions = false)
final class ZooKeeperCommand implements Callable<Integer> {

    @Option(
            names = StartOptions.CONFIG,
            paramLabel = "FILE",
            description = "A zoo.cfg with ZooKeeper's own settings.")
    private @Nullable Path config;

    @Option(
            names = StartOptions.DATA,
            paramLabel = "DIR",
            description = "The data folder (dataDir); 'zookeeper-data' here if nothing is said.")
    private @Nullable Path data;

    @Option(
            names = StartOptions.LISTEN,
            paramLabel = "HOST:PORT",
            description =
                    "Where brokers connect (clientPort); 127.0.0.1:2181 if nothing is said, ':2181'"
                            + " is every address.")
    private @Nullable String listen;

    @Option(
            names = "--ensemble",
            paramLabel = "HOST[:PORT[:PORT]],...",
            description =
                    "All servers of the ensemble in the same order everywhere, with the ports for"
                            + " following (2888) and electing (3888) their leader.")
    private @Nullable String ensemble;

    @Option(
            names = "--id",
            paramLabel = "N",
            description =
                    "Which server of --ensemble this one is, from 1; kept in the data folder.")
    private int id;

    @Option(names = StartOptions.VERBOSE, description = "Writes debug messages too.")
    private boolean verbose;

    @Option(names = EndOfInput.OPTION, hidden = true)
    private boolean untilEndOfInput;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        LogSetup.verbose(verbose);
        try {
            ZooKeeperProcess process =
                    new ZooKeeperProcess(settings(), spec.commandLine().getOut(), LogSetup::flush);
            if (untilEndOfInput) {
                EndOfInput.then(process::stop);
            }
            process.run();
            return 0;
        } catch (EnsembleServerException | StartException e) {
            spec.commandLine().getErr().println("moldau: " + e.getMessage());
            return 1;
        } finally {
            LogSetup.flush();
        }
    }

    private EnsembleServerSettings settings() throws EnsembleServerException {
        return new EnsembleServerSettings(
                Optional.ofNullable(config),
                Optional.ofNullable(data),
                Optional.ofNullable(listen),
                ensemble == null ? List.of() : EnsembleMember.parse(ensemble),
                id);
    }
}
