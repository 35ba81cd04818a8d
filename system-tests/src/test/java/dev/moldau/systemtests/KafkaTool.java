package dev.moldau.systemtests;

import java.util.ArrayList;
import java.util.List;

/** Apache Kafka's own command classes, each in a JVM of its own, as its scripts run them. */
final class KafkaTool {

    private KafkaTool() {}

    static Command run(String mainClass, String... arguments) {
        return run(mainClass, List.of(arguments));
    }

    static Command run(String mainClass, List<String> arguments) {
        return runWith("-XX:TieredStopAtLevel=1", mainClass, arguments);
    }

    /** With one more option of the JVM. */
    static Command runWith(String jvmOption, String mainClass, List<String> arguments) {
        List<String> words = new ArrayList<>();
        words.addAll(
                List.of(
                        Workshop.java(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        jvmOption,
                        "-cp",
                        Workshop.client("kafka-server-4.4.0") + "/*"));
        words.add(mainClass);
        words.addAll(arguments);
        return Command.of(words);
    }

    static Command topics(String bootstrap, String... arguments) {
        return withBootstrap("org.apache.kafka.tools.TopicCommand", bootstrap, arguments);
    }

    static Command configs(String bootstrap, String... arguments) {
        return withBootstrap("org.apache.kafka.tools.ConfigCommand", bootstrap, arguments);
    }

    static Command groups(String bootstrap, String... arguments) {
        return withBootstrap(
                "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand", bootstrap, arguments);
    }

    static Command withBootstrap(String mainClass, String bootstrap, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--bootstrap-server", bootstrap));
        all.addAll(List.of(arguments));
        return run(mainClass, all);
    }

    static Command dumpLogSegments(List<String> files, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--files", String.join(",", files)));
        all.addAll(List.of(arguments));
        return run("org.apache.kafka.tools.DumpLogSegments", all);
    }
}
