package dev.moldau.cli;

import dev.moldau.server.MoldauServer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code moldau version}: which release this is, and on which Java it runs. */
@Command(name = "version", description = "Prints the version.")
final class VersionCommand implements Callable<Integer> {

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine()
                .getOut()
                .println("Moldau " + MoldauServer.version() + " on Java " + Runtime.version());
        return 0;
    }
}
