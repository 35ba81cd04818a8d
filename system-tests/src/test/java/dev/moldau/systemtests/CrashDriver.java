package dev.moldau.systemtests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code crash_driver.py}: one librdkafka client that outlives the brokers it talks to. */
final class CrashDriver implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(40);

    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    CrashDriver(String bootstrap, Path log) {
        try {
            process =
                    new ProcessBuilder(
                                    "/usr/bin/python3",
                                    Workshop.source("python/crash_driver.py").toString(),
                                    bootstrap)
                            .redirectError(log.toFile())
                            .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        commands = process.outputWriter();
        answers = process.inputReader();
    }

    /** Has a command done and answers what it brought, as JSON. */
    String ask(Object... words) {
        String answer = await(begin(words));
        if (!answer.startsWith("ok ")) {
            throw new AssertionError(line(words) + " -> " + answer);
        }
        return answer.substring("ok ".length());
    }

    /** Begins a command of which nobody knows how it ends. */
    CompletableFuture<String> begin(Object... words) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Thread.ofVirtual()
                .name("crash driver")
                .start(
                        () -> {
                            try {
                                commands.write(line(words) + "\n");
                                commands.flush();
                                answer.complete(String.valueOf(answers.readLine()));
                            } catch (IOException e) {
                                answer.completeExceptionally(e);
                            }
                        });
        return answer;
    }

    static String await(CompletableFuture<String> answer) {
        try {
            return answer.get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("the driver does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static String line(Object... words) {
        StringBuilder line = new StringBuilder();
        for (Object word : words) {
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        return line.toString();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
