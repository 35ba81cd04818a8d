package dev.moldau.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moldau cluster}: what has to do with several brokers. */
@Command(
        name = "cluster",
        description =
                "Several brokers: a cluster on a laptop, and the way from one broker to more.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        subcommands = {ClusterStartCommand.class, ClusterMoveCommand.class},
        synopsisSubcommandLabel = "COMMAND")
final class ClusterCommand implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "Say what: 'moldau cluster start' or 'moldau cluster move'.");
    }
}
