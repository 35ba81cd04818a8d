package dev.moldau.cli;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command {@code moldau}. Exit status: 0 done, 1 failed, 2 not understood. */
@Command(
        name = "moldau",
        description = "A message engine that speaks the Apache Kafka protocol.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        subcommands = {
            StartCommand.class,
            ClusterCommand.class,
            ZooKeeperCommand.class,
            VersionCommand.class,
            TrainCommand.class,
            HelpCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "'moldau help COMMAND' tells more about a command."})
public final class Main {

    private Main() {}

    /** Runs one command and ends the process with its status. */
    public static void main(String[] arguments) throws InterruptedException {
        LogbackProvider.choose();
        String[] given = arguments.length == 0 ? new String[] {"help"} : arguments;
        Optional<StartOptions> start = StartOptions.plain(List.of(given));
        System.exit(start.isPresent() ? start(start.get()) : commandLine().execute(given));
    }

    private static int start(StartOptions options) throws InterruptedException {
        return StartCommand.run(
                options,
                new PrintWriter(System.out, false, Charset.defaultCharset()),
                new PrintWriter(System.err, false, Charset.defaultCharset()));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler(
                        (failure, command, ignored) -> {
                            command.getErr().println("moldau: " + failure);
                            failure.printStackTrace(command.getErr());
                            return command.getCommandSpec().exitCodeOnExecutionException();
                        });
    }
}
