package dev.moldau.benchmarks.brokers;

import java.nio.file.Path;

/** Where the pieces of the run lie; {@code benchmarks/run} passes them on. */
public final class Setup {

    private Setup() {}

    /** The JVM of this process, for others. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Apache Kafka's server, tools and clients. */
    public static String kafkaClassPath() {
        return property("moldau.benchmarks.kafka") + "/*";
    }

    /** The command that starts Moldau. */
    static Path moldau() {
        return Path.of(property("moldau.benchmarks.moldau"));
    }

    /** A folder for data and logs, on the disk to measure. */
    public static Path work() {
        return Path.of(property("moldau.benchmarks.work"));
    }

    /** Jars of the client library that this repository builds. */
    public static String clientClassPath() {
        return property("moldau.benchmarks.client") + "/*";
    }

    /** Classes of the load programs. */
    public static String loadClassPath() {
        return property("moldau.benchmarks.load");
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException(
                    "-D"
                            + name
                            + " is missing: start with benchmarks/run or benchmarks/producer-run");
        }
        return value;
    }
}
