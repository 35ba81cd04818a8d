package dev.moldau.benchmarks.consumers;

import dev.moldau.benchmarks.brokers.Setup;
import java.util.Arrays;

/** A way to read that is measured. */
enum Contender {
    KAFKA("kafka-clients", "kafka-clients 4.4.0", "dev.moldau.benchmarks.reading.KafkaRead") {
        @Override
        String libraries() {
            return Setup.kafkaClassPath();
        }
    },

    MOLDAU("moldau", "Moldau", "dev.moldau.benchmarks.reading.MoldauRead") {
        @Override
        String libraries() {
            return Setup.clientClassPath();
        }
    },

    LISTENER("listener", "Moldau's listener", "dev.moldau.benchmarks.reading.MoldauListen") {
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
    String label() {
        return label;
    }

    /** The main class of its reading program. */
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
                                                + "': there are kafka-clients, moldau and"
                                                + " listener"));
    }
}
