package dev.moldau.cli.laptop;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One process of the cluster. Its standard output is read to the end; the line that says that it is
 * ready counts. Used by the thread that runs the cluster.
 */
final class Child {

    private static final int SHOWN_LOG_LINES = 3;

    private final String name;
    private final Path log;
    private final Process process;
    private final CompletableFuture<String> ready = new CompletableFuture<>();

    private Child(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param name how people call it, such as {@code broker 2}
     */
    static Child start(String name, Launcher launcher, List<String> command, Path log)
            throws IOException {
        Child child = new Child(name, log, launcher.start(command, log));
        Thread.ofVirtual().name("output of " + name).start(child::listen);
        return child;
    }

    private void listen() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.contains("ready")) {
                    ready.complete(line);
                }
            }
            ready.completeExceptionally(new IOException("it ended before it was ready"));
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
    }

    String name() {
        return name;
    }

    Path log() {
        return log;
    }

    /** Completes with its ready line, or fails if it ended before. */
    CompletableFuture<String> ready() {
        return ready;
    }

    CompletableFuture<Process> ended() {
        return process.onExit();
    }

    boolean runs() {
        return process.isAlive();
    }

    /** How it ended. */
    int status() {
        return process.exitValue();
    }

    /**
     * Has it end in good order.
     *
     * @return whether it did within the time
     */
    boolean stop(long deadlineMs) throws InterruptedException {
        process.toHandle().destroy();
        return process.waitFor(deadlineMs, TimeUnit.MILLISECONDS);
    }

    /** Ends it at once. */
    void kill() {
        process.destroyForcibly();
    }

    /** What it said last, for people who ask why it ended. */
    String lastWords() {
        try {
            List<String> lines = Files.readAllLines(log);
            List<String> own = lines.stream().filter(line -> line.startsWith("moldau:")).toList();
            return own.isEmpty()
                    ? String.join(
                            System.lineSeparator(),
                            lines.subList(
                                    Math.max(0, lines.size() - SHOWN_LOG_LINES), lines.size()))
                    : own.getLast().substring("moldau:".length()).strip();
        } catch (IOException e) {
            return "its log cannot be read: " + e;
        }
    }
}
