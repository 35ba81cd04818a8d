package dev.moldau.cli;

import dev.moldau.cli.laptop.LaptopCluster;
import dev.moldau.cli.laptop.LaptopSettings;
import dev.moldau.server.ProcessSignals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moldau cluster start}: ZooKeeper and some brokers on this machine, until Ctrl-C. */
@Command(
        name = "start",
        description = {
            "Starts ZooKeeper and some brokers on this machine, each a process of its own.",
            "Ctrl-C or SIGTERM stops all in order: the brokers first, ZooKeeper last."
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        sortOptions = false)
final class ClusterStartCommand implements Callable<Integer> {

    @Option(
            names = "--brokers",
            paramLabel = "COUNT",
            defaultValue = "3",
            description = "How many brokers; ${DEFAULT-VALUE} if nothing is said.")
    private int brokers;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Where data, settings and logs go; '${DEFAULT-VALUE}' here if nothing is said.")
    private Path data = Path.of("cluster-data");

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9092",
            description = "The first broker's port, ${DEFAULT-VALUE}; the others have the next.")
    private int port;

    @Option(
            names = "--zookeeper-port",
            paramLabel = "PORT",
            defaultValue = "2181",
            description = "ZooKeeper's port, ${DEFAULT-VALUE}.")
    private int zooKeeperPort;

    @Option(
            names = StartOptions.OVERRIDE,
            paramLabel = "KEY=VALUE",
            description = "Any setting, for all brokers; may be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        LaptopCluster cluster = new LaptopCluster(settings(), spec.commandLine().getOut());
        ProcessSignals.prepare(cluster::stop, cluster::killAll).takeOver();
        try {
            return cluster.run();
        } catch (IOException e) {
            spec.commandLine()
                    .getErr()
                    .println(
                            "moldau: cannot start a cluster in "
                                    + data.toAbsolutePath()
                                    + " ("
                                    + e
                                    + "); choose another folder with --data, or allow this user to"
                                    + " write there");
            return 1;
        } finally {
            LogSetup.flush();
        }
    }

    private LaptopSettings settings() {
        try {
            return new LaptopSettings(brokers, data, port, zooKeeperPort, overrides);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
