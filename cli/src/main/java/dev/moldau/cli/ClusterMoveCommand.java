package dev.moldau.cli;

import dev.moldau.cluster.move.ClusterMove.Moved;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.server.ConfigFile;
import dev.moldau.server.MoveToZooKeeper;
import dev.moldau.server.StartException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code moldau cluster move}: from a broker alone to the first broker of a cluster. */
@Command(
        name = "move",
        description = {
            "Moves the cluster of a broker that was alone to ZooKeeper: topics, settings, ids.",
            "The broker is stopped. Records and groups stay in its data folder. If it is interrupted,"
                    + " run it again."
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        sortOptions = false)
final class ClusterMoveCommand implements Callable<Integer> {

    @Option(
            names = StartOptions.CONFIG,
            paramLabel = "FILE",
            description = "The broker's server.properties, zookeeper.connect already in it.")
    private @Nullable Path config;

    @Option(
            names = StartOptions.DATA,
            paramLabel = "DIR",
            description = "Its data folder (log.dirs), where the file does not say.")
    private @Nullable String data;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT,.../CHROOT",
            description = "Where it goes (zookeeper.connect), where the file does not say.")
    private @Nullable String zooKeeper;

    @Option(
            names = "--cancel",
            description = "Takes back a move that was interrupted, instead of finishing it.")
    private boolean cancel;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            BrokerConfig settings = ConfigFile.load(Optional.ofNullable(config), overrides());
            MoveToZooKeeper move = new MoveToZooKeeper(settings);
            out.println(cancel ? cancelled(move.cancel()) : done(move.run(), settings));
            return 0;
        } catch (StartException e) {
            spec.commandLine().getErr().println("moldau: " + e.getMessage());
            return 1;
        } finally {
            LogSetup.flush();
        }
    }

    private Map<String, String> overrides() {
        Map<String, String> overrides = new HashMap<>();
        if (data != null) {
            overrides.put("log.dirs", data);
        }
        if (zooKeeper != null) {
            overrides.put("zookeeper.connect", zooKeeper);
        }
        return overrides;
    }

    private static String cancelled(boolean anything) {
        return anything
                ? "The move is taken back; the broker starts without zookeeper.connect as before."
                : "There was no move to take back.";
    }

    private static String done(Moved moved, BrokerConfig settings) {
        return "The cluster "
                + moved.clusterId()
                + " with "
                + moved.topics()
                + (moved.topics() == 1 ? " topic" : " topics")
                + " is in ZooKeeper at "
                + settings.zooKeeperConnect().orElseThrow()
                + " now. Start broker "
                + settings.nodeId()
                + " with that zookeeper.connect. Its file is kept as "
                + moved.keptAs()
                + ", and nothing reads it any more.";
    }
}
