package dev.moldau.benchmarks.brokers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A broker to measure: how it is set up and started. */
public enum Peer {
    /** Apache Kafka, a broker and controller in one process. */
    KAFKA("Kafka 4.4.0") {
        @Override
        ProcessBuilder command(Path folder, int port, String heap) throws IOException {
            return KafkaServer.command(
                    folder,
                    """
                    process.roles=broker,controller
                    node.id=1
                    controller.quorum.voters=1@127.0.0.1:%d
                    listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
                    controller.listener.names=CONTROLLER
                    num.partitions=1
                    offsets.topic.replication.factor=1
                    transaction.state.log.replication.factor=1
                    transaction.state.log.min.isr=1
                    share.coordinator.state.topic.replication.factor=1
                    share.coordinator.state.topic.min.isr=1
                    """
                            .formatted(port + 1, port, port + 1),
                    heap);
        }
    },

    /** This one, from its distribution. */
    MOLDAU("Moldau") {
        @Override
        ProcessBuilder command(Path folder, int port, String heap) throws IOException {
            return moldau(
                    heap,
                    List.of(
                            "start",
                            "--data",
                            folder.resolve("data").toString(),
                            "--listen",
                            "127.0.0.1:" + port));
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

    /** Moldau's own command, as it was built last. */
    static ProcessBuilder moldau(String heap, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(Setup.moldau().toString()));
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("MOLDAU_NO_BUILD", "1");
        if (!heap.isEmpty()) {
            builder.environment().put("KAFKA_HEAP_OPTS", heap);
        }
        return builder;
    }

    /** Its name, for people. */
    public String label() {
        return label;
    }

    /**
     * By the name that flags use.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Peer named(String name) {
        return Arrays.stream(values())
                .filter(peer -> peer.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no peer '" + name + "': there are kafka and moldau"));
    }

    /** By a list of the names that flags use, with commas between them. */
    public static List<Peer> listed(String names) {
        return Arrays.stream(names.split(",", -1)).map(Peer::named).toList();
    }
}
