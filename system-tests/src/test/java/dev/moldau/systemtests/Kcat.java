package dev.moldau.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Debian's kcat 1.7 on librdkafka 2.0. */
final class Kcat {

    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private Kcat() {}

    /** Sends each line of the file as a record and waits for the acknowledgement of all. */
    static void produceLines(String bootstrap, String topic, Path file, String... settings) {
        Command.of(words("-P", bootstrap, topic, settings)).run(DEADLINE, file).orFail();
    }

    /** All values from the beginning to the end, a line each. */
    static String consumeAll(String bootstrap, String topic, String... settings) {
        List<String> words = words("-C", bootstrap, topic, settings);
        words.addAll(List.of("-o", "beginning", "-e", "-q"));
        return Command.of(words).run(DEADLINE).orFail().output();
    }

    /**
     * What is left for a group, which commits when it leaves; ends when it has seen the ends of all
     * partitions.
     */
    static String consumeAsGroup(String bootstrap, String group, String topic, String... settings) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "kcat",
                                "-b",
                                bootstrap,
                                "-X",
                                "auto.offset.reset=earliest",
                                "-e",
                                "-q"));
        for (String setting : settings) {
            words.addAll(List.of("-X", setting));
        }
        words.addAll(List.of("-G", group, topic));
        return Command.of(words).run(DEADLINE).orFail().output();
    }

    /** Starts sending; goes on by itself ({@code -E}) while no broker can be reached. */
    static Process startProducing(
            String bootstrap, String topic, Path file, Path log, String... settings) {
        try {
            List<String> words = words("-P", bootstrap, topic, settings);
            words.add("-E");
            return new ProcessBuilder(words)
                    .redirectInput(file.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void writeLines(Path file, int lines) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines; i++) {
            text.append("line ")
                    .append(i)
                    .append(": the river flows through ")
                    .append(i * 7919L % 1_000_003)
                    .append(" towns")
                    .append('\n');
        }
        Files.writeString(file, text);
    }

    private static List<String> words(
            String mode, String bootstrap, String topic, String... settings) {
        List<String> words = new ArrayList<>(List.of("kcat", mode, "-b", bootstrap, "-t", topic));
        for (String setting : settings) {
            words.addAll(List.of("-X", setting));
        }
        return words;
    }
}
