package dev.moldau.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program that is run to its end, within a deadline, with its output kept. */
final class Command {

    private final List<String> words;

    private Command(List<String> words) {
        this.words = words;
    }

    static Command of(String... words) {
        return new Command(List.of(words));
    }

    static Command of(List<String> words) {
        return new Command(List.copyOf(words));
    }

    /** What it printed and how it ended. */
    record Outcome(String command, int exitCode, String output, String errors) {

        List<String> lines() {
            return output.lines().toList();
        }

        Outcome orFail() {
            if (exitCode != 0) {
                throw new AssertionError(
                        command
                                + "\nended with "
                                + exitCode
                                + "\n"
                                + tail(output)
                                + "\n"
                                + tail(errors));
            }
            return this;
        }

        private static String tail(String text) {
            return text.length() <= 6_000 ? text : "..." + text.substring(text.length() - 6_000);
        }
    }

    Outcome run(Duration deadline) {
        return run(deadline, null);
    }

    /** Runs it with the file as its standard input. */
    Outcome run(Duration deadline, @org.jspecify.annotations.Nullable Path input) {
        return run(deadline, input, Map.of());
    }

    Outcome run(
            Duration deadline,
            @org.jspecify.annotations.Nullable Path input,
            Map<String, String> environment) {
        try {
            Path output = Files.createTempFile("out", ".txt");
            Path errors = Files.createTempFile("err", ".txt");
            try {
                ProcessBuilder builder =
                        new ProcessBuilder(words)
                                .redirectOutput(output.toFile())
                                .redirectError(errors.toFile());
                builder.redirectInput(
                        input == null
                                ? ProcessBuilder.Redirect.from(new java.io.File("/dev/null"))
                                : ProcessBuilder.Redirect.from(input.toFile()));
                builder.environment().putAll(environment);
                Process process = builder.start();
                if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
                    throw new AssertionError(
                            "not done within "
                                    + deadline
                                    + ": "
                                    + words
                                    + "\n"
                                    + Files.readString(output)
                                    + Files.readString(errors));
                }
                return new Outcome(
                        String.join(" ", words),
                        process.exitValue(),
                        Files.readString(output),
                        Files.readString(errors));
            } finally {
                Files.delete(output);
                Files.delete(errors);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(String.join(" ", words), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for " + words, e);
        }
    }
}
