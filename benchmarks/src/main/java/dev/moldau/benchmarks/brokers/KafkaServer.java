package dev.moldau.benchmarks.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How Apache Kafka's own scripts set up and start a server. */
final class KafkaServer {

    private static final String CLUSTER_ID = "4L6g3nShT-eMCtK--X86sw";

    private KafkaServer() {}

    /**
     * The command that starts it, on a folder that is formatted before if it is not yet.
     *
     * @param folder where its configuration and data are or will be
     * @param settings what stands in its configuration file besides {@code log.dirs}
     */
    static ProcessBuilder command(Path folder, String settings, String heap) throws IOException {
        Path config = folder.resolve("server.properties");
        Path data = folder.resolve("data");
        Files.writeString(config, settings + "log.dirs=" + data + "\n");
        if (!Files.exists(data)) {
            format(config);
        }
        return new ProcessBuilder(java(heap, List.of("kafka.Kafka", config.toString())));
    }

    private static void format(Path config) throws IOException {
        List<String> words =
                java(
                        "-Xmx256m",
                        List.of(
                                "kafka.tools.StorageTool",
                                "format",
                                "-t",
                                CLUSTER_ID,
                                "-c",
                                config.toString()));
        Path log = config.resolveSibling("format.log");
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException("kafka-storage format failed:\n" + Files.readString(log));
        }
    }

    // The flags of Kafka's own start script, which a user of Kafka gets.
    private static List<String> java(String heap, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(Setup.java(), heap));
        words.addAll(
                List.of(
                        "-server",
                        "-XX:+UseG1GC",
                        "-XX:MaxGCPauseMillis=20",
                        "-XX:InitiatingHeapOccupancyPercent=35",
                        "-XX:+ExplicitGCInvokesConcurrent",
                        "-Djava.awt.headless=true",
                        "-cp",
                        Setup.kafkaClassPath()));
        words.addAll(arguments);
        return words;
    }
}
