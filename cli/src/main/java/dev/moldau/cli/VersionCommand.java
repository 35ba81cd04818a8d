package dev.moldau.cli;

import dev.moldau.server.MoldauServer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code moldau version}: which release this is, and on which Java it runs. */
@Command(
        name = "version",
        description = "Prints the version.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class)
final class VersionCommand implements Callable<Integer>, IVersionProvider {

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().printVersionHelp(spec.commandLine().getOut());
        return 0;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"Moldau " + MoldauServer.version() + " on Java " + Runtime.version()};
    }
}
