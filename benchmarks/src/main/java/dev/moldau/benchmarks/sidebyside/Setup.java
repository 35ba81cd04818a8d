package dev.moldau.benchmarks.sidebyside;

import java.nio.file.Path;

/** Where the pieces of the run lie; {@code benchmarks/run} passes them on. */
final class Setup {

    private Setup() {}

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Apache Kafka's server, tools and clients. */
    static String kafkaClassPath() {
        return property("moldau.benchmarks.kafka") + "/*";
    }

    static Path moldau() {
        return Path.of(property("moldau.benchmarks.moldau"));
    }

    /** A folder for data and logs, on the disk to measure. */
    static Path work() {
        return Path.of(property("moldau.benchmarks.work"));
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("-D" + name + " is missing: start with benchmarks/run");
        }
        return value;
    }
}
