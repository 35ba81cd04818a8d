package dev.moldau.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command {@code moldau}. Exit status: 0 done, 1 failed, 2 not understood. */
@Command(
        name = "moldau",
        description = "A message engine that speaks the Apache Kafka protocol.",
        subcommands = {
            StartCommand.class,
            VersionCommand.class,
            TrainCommand.class,
            HelpCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "'moldau help COMMAND' tells more about a command."})
public final class Main {

    private Main() {}

    /** Runs one command and ends the process with its status. */
    public static void main(String[] arguments) {
        String[] given = arguments.length == 0 ? new String[] {"help"} : arguments;
        System.exit(commandLine().execute(given));
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
