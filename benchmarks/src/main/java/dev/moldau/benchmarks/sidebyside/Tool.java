package dev.moldau.benchmarks.sidebyside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * The load: Apache Kafka's own performance tools, each in a JVM of its own, and topics made for
 * them.
 */
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

    static void createTopic(Broker broker, String topic, int partitions) throws Exception {
        try (Admin admin = admin(broker)) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                    .all()
                    .get(60, TimeUnit.SECONDS);
        }
    }

    static void deleteTopic(Broker broker, String topic) throws Exception {
        try (Admin admin = admin(broker)) {
            admin.deleteTopics(List.of(topic)).all().get(60, TimeUnit.SECONDS);
        }
    }

    static Admin admin(Broker broker) {
        return Admin.create(java.util.Map.of("bootstrap.servers", broker.bootstrap()));
    }

    static String format(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        if (value >= 1_000) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(
                Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }
}
