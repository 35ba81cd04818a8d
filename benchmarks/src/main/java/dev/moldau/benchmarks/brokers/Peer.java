package dev.moldau.benchmarks.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A broker to measure: how it is set up and started. */
public enum Peer {
    /** Apache Kafka, a broker and controller in one process. */
    KAFKA("Kafka 4.4.0") {
        @Override
        ProcessBuilder command(Path folder, int port, String heap) throws IOException {
            Path config = folder.resolve("server.properties");
            Files.writeString(
                    config,
                    """
                    process.roles=broker,controller
                    node.id=1
                    controller.quorum.voters=1@127.0.0.1:%d
                    listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
                    controller.listener.names=CONTROLLER
                    log.dirs=%s
                    num.partitions=1
                    offsets.topic.replication.factor=1
                    transaction.state.log.replication.factor=1
                    transaction.state.log.min.isr=1
                    share.coordinator.state.topic.replication.factor=1
                    share.coordinator.state.topic.min.isr=1
                    """
                            .formatted(port + 1, port, port + 1, folder.resolve("data")));
            if (!Files.exists(folder.resolve("data"))) {
                format(config);
            }
            return new ProcessBuilder(java(heap, List.of("kafka.Kafka", config.toString())));
        }

        private void format(Path config) throws IOException {
            List<String> words =
                    java(
                            "-Xmx256m",
                            List.of(
                                    "kafka.tools.StorageTool",
                                    "format",
                                    "-t",
                                    "4L6g3nShT-eMCtK--X86sw",
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
        private List<String> java(String heap, List<String> arguments) {
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
    },

    /** This one, from its distribution. */
    MOLDAU("Moldau") {
        @Override
        ProcessBuilder command(Path folder, int port, String heap) throws IOException {
            List<String> words =
                    new ArrayList<>(
                            List.of(
                                    Setup.moldau().toString(),
                                    "start",
                                    "--data",
                                    folder.resolve("data").toString()));
            words.addAll(List.of("--listen", "127.0.0.1:" + port));
            ProcessBuilder builder = new ProcessBuilder(words);
            builder.environment().put("MOLDAU_NO_BUILD", "1");
            if (!heap.isEmpty()) {
                builder.environment().put("KAFKA_HEAP_OPTS", heap);
            }
            return builder;
        }
    };

    private final String label;

    Peer(String label) {
        this.label = label;
    }

    /**
     * The command that starts it.
     *
     * @param folder where its configuration and data are or will be
     * @param port where it shall listen on the loopback; the next port may be used too
     * @param heap JVM options for the heap; empty for what the peer takes by itself
     */
    abstract ProcessBuilder command(Path folder, int port, String heap) throws IOException;

    /** Its name, for people. */
    public String label() {
        return label;
    }

    /** By the names that flags use. */
    public static Map<String, Peer> byName() {
        return Map.of("kafka", KAFKA, "moldau", MOLDAU);
    }
}
