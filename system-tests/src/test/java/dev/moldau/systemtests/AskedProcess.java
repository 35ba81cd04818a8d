package dev.moldau.systemtests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client in a process of its own that outlives the brokers it talks to: a line with a command is
 * answered by a line.
 */
final class AskedProcess implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(40);

    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;

    private AskedProcess(List<String> words, Path log) {
        try {
            process = new ProcessBuilder(words).redirectError(log.toFile()).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        commands = process.outputWriter();
        answers = process.inputReader();
    }

    /** {@code crash_driver.py}: librdkafka's producer, consumer and admin client. */
    static AskedProcess crashDriver(String bootstrap, Path log) {
        String program = Workshop.source("python/crash_driver.py").toString();
        return new AskedProcess(List.of("/usr/bin/python3", program, bootstrap), log);
    }

    /** {@code ClusterAsker}: Apache Kafka's admin client, as one of a cluster's clients. */
    static AskedProcess clusterAsker(Clients clients, Path log) {
        List<String> words = new ArrayList<>(ProducerDriver.java(true, clients.jvmOptionsArray()));
        words.addAll(List.of("ClusterAsker", clients.bootstrap()));
        return new AskedProcess(words, log);
    }

    /** {@code NumberedWriter}: Apache Kafka's producer, writing numbered records. */
    static AskedProcess numberedWriter(String bootstrap, Path log) {
        List<String> words = new ArrayList<>(ProducerDriver.java(true));
        words.addAll(List.of("NumberedWriter", bootstrap));
        return new AskedProcess(words, log);
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
                .name("asks")
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
