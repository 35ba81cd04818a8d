package dev.moldau.systemtests;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * A foreign client with a program that uses it as an application would. The program prints {@code
 * PROVED <capability>} for each thing that it saw work, {@code DONE} at its end, and ends with
 * another code than 0 at the first thing that did not.
 *
 * @param client the client's name, as its users say it
 * @param version its release
 * @param how what is particular about this run, or the empty string
 * @param command the words that run it against a broker, given its address and a prefix for topics
 *     and groups
 * @param environment what its process finds in its environment
 */
record Judge(
        String client,
        String version,
        String how,
        BiFunction<String, String, List<String>> command,
        Map<String, String> environment) {

    private static final Duration DEADLINE = Duration.ofMinutes(3);

    /** All of them. */
    static List<Judge> all() {
        List<Judge> judges = new ArrayList<>();
        for (String version : List.of("4.4.0", "3.9.1", "2.1.1")) {
            judges.add(kafkaClients("ModernJudge", "modern", version));
        }
        for (String version : List.of("0.11.0.3", "0.10.2.2", "0.9.0.1")) {
            judges.add(kafkaClients("VintageJudge", "vintage-" + version, version));
        }
        judges.add(
                program(
                        "librdkafka",
                        "2.0.2",
                        "through confluent-kafka",
                        "/usr/bin/python3",
                        source("python/librdkafka_judge.py")));
        judges.add(
                program(
                        "kafka-python",
                        "2.0.2",
                        "",
                        "/usr/bin/python3",
                        source("python/kafka_python_judge.py")));
        judges.add(sarama("default", "as it comes: speaks like 0.8.2"));
        judges.add(sarama("modern", "Version = V2_1_0_0"));
        judges.add(
                program(
                        "kafkajs",
                        "2.2.4",
                        "",
                        "node",
                        Workshop.client("kafkajs").resolve("judge.js").toString()));
        return judges;
    }

    /**
     * Runs it.
     *
     * @return what it proved, in order
     */
    List<String> judge(String bootstrap, String prefix) {
        Command.Outcome outcome =
                Command.of(command.apply(bootstrap, prefix))
                        .run(DEADLINE, null, environment)
                        .orFail();
        if (!outcome.lines().contains("DONE")) {
            throw new AssertionError(
                    this + " ended early:\n" + outcome.output() + outcome.errors());
        }
        return outcome.lines().stream()
                .filter(l -> l.startsWith("PROVED "))
                .map(l -> l.substring("PROVED ".length()))
                .toList();
    }

    /** A name for topics and groups of this judge. */
    String slug() {
        return (client + "-" + version + (how.isEmpty() ? "" : "-" + how.split("\\W")[0]))
                .replaceAll("[^A-Za-z0-9.-]", "");
    }

    @Override
    public String toString() {
        return client + " " + version + (how.isEmpty() ? "" : " (" + how + ")");
    }

    private static Judge kafkaClients(String main, String classes, String version) {
        String classPath =
                Workshop.judge(classes) + ":" + Workshop.client("kafka-clients-" + version) + "/*";
        return new Judge(
                "kafka-clients",
                version,
                "",
                (bootstrap, prefix) ->
                        List.of(
                                Workshop.java(),
                                "-Xmx256m",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                classPath,
                                main,
                                bootstrap,
                                prefix,
                                version),
                Map.of());
    }

    private static Judge sarama(String configuration, String how) {
        String judge = Workshop.judge("sarama").toString();
        return new Judge(
                "Sarama",
                "1.22.1",
                how,
                (bootstrap, prefix) -> List.of(judge, bootstrap, prefix, configuration),
                Map.of());
    }

    private static Judge program(
            String client, String version, String how, String interpreter, String file) {
        return new Judge(
                client,
                version,
                how,
                (bootstrap, prefix) -> List.of(interpreter, file, bootstrap, prefix),
                Map.of());
    }

    private static String source(String name) {
        Path path = Workshop.source(name);
        return path.toString();
    }
}
