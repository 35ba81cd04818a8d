package dev.moldau.benchmarks.producers;

import dev.moldau.benchmarks.brokers.Setup;
import java.util.Arrays;

/** A client library to measure. */
public enum Contender {
    KAFKA("kafka-clients", "kafka-clients 4.4.0", "dev.moldau.benchmarks.load.KafkaLoad") {
        @Override
        String libraries() {
            return Setup.kafkaClassPath();
        }
    },

    MOLDAU("moldau", "Moldau", "dev.moldau.benchmarks.load.MoldauLoad") {
        @Override
        String libraries() {
            return Setup.clientClassPath();
        }
    };

    private final String flag;
    private final String label;
    private final String program;

    Contender(String flag, String label, String program) {
        this.flag = flag;
        this.label = label;
        this.program = program;
    }

    /** Its jars, and no other client's. */
    abstract String libraries();

    /** Its name, for people. */
    public String label() {
        return label;
    }

    /** The main class of its load program. */
    String program() {
        return program;
    }

    static Contender named(String flag) {
        return Arrays.stream(values())
                .filter(c -> c.flag.equals(flag))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no client '"
                                                + flag
                                                + "': there are kafka-clients and moldau"));
    }
}
