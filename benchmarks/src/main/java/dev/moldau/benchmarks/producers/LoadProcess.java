package dev.moldau.benchmarks.producers;

import dev.moldau.benchmarks.brokers.Setup;
import dev.moldau.benchmarks.load.Plan;
import dev.moldau.benchmarks.load.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A load program in a fresh JVM, run to its end. */
public final class LoadProcess {

    private static final long DEADLINE_MINUTES = 10;

    private LoadProcess() {}

    /**
     * Does as the plan says.
     *
     * @param jvmOptions of the process
     * @throws IOException if it fails or loses a record
     */
    public static Result run(Contender contender, Plan plan, List<String> jvmOptions)
            throws IOException, InterruptedException {
        return Result.of(
                output(
                        contender.label(),
                        contender.libraries(),
                        contender.program(),
                        plan.words(),
                        jvmOptions));
    }

    /**
     * Runs a program with one client on its class path.
     *
     * @param label who it is, for people
     * @param libraries the client's jars
     * @param program its main class
     * @param arguments of the program
     * @param jvmOptions of the process
     * @return what it printed
     * @throws IOException if it fails, or is not done after ten minutes
     */
    public static String output(
            String label,
            String libraries,
            String program,
            List<String> arguments,
            List<String> jvmOptions)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(Setup.java()));
        words.addAll(jvmOptions);
        words.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        Setup.loadClassPath() + ":" + libraries,
                        program));
        words.addAll(arguments);
        Path output = Files.createTempFile(Setup.work(), "load", ".out");
        try {
            Process process =
                    new ProcessBuilder(words)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            if (!process.waitFor(DEADLINE_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IOException(
                        label + " is not done after " + DEADLINE_MINUTES + " minutes");
            }
            String said = Files.readString(output);
            if (process.exitValue() != 0) {
                throw new IOException(label + " failed:\n" + said);
            }
            return said;
        } finally {
            Files.delete(output);
        }
    }
}
