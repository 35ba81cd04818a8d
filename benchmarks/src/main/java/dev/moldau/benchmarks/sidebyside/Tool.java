package dev.moldau.benchmarks.sidebyside;

import dev.moldau.benchmarks.brokers.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The load: Apache Kafka's own performance tools, each in a JVM of its own. */
final class Tool {

    private static final long DEADLINE_MINUTES = 15;

    private Tool() {}

    /**
     * What a tool printed, and the processor time of its whole process.
     *
     * @param output its standard output
     * @param processorSeconds user and system time
     */
    record Outcome(String output, double processorSeconds) {}

    static Outcome run(String mainClass, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "/usr/bin/env",
                                "bash",
                                "-c",
                                "TIMEFORMAT='CPU %U %S'; time \"$@\"",
                                "bash"));
        words.addAll(
                List.of(
                        Setup.java(),
                        "-Xms512m",
                        "-Xmx512m",
                        "-XX:+UseParallelGC",
                        "-cp",
                        Setup.kafkaClassPath(),
                        mainClass));
        words.addAll(arguments);
        Path output = Files.createTempFile("tool", ".out");
        Path errors = Files.createTempFile("tool", ".err");
        try {
            Process process =
                    new ProcessBuilder(words)
                            .redirectOutput(output.toFile())
                            .redirectError(errors.toFile())
                            .start();
            if (!process.waitFor(DEADLINE_MINUTES, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new IOException(
                        mainClass + " is not done after " + DEADLINE_MINUTES + " minutes");
            }
            String complaints = Files.readString(errors);
            if (process.exitValue() != 0) {
                throw new IOException(
                        mainClass + " failed:\n" + Files.readString(output) + complaints);
            }
            String[] time = complaints.substring(complaints.lastIndexOf("CPU ")).strip().split(" ");
            return new Outcome(
                    Files.readString(output),
                    Double.parseDouble(time[1]) + Double.parseDouble(time[2]));
        } finally {
            Files.delete(output);
            Files.delete(errors);
        }
    }
}
