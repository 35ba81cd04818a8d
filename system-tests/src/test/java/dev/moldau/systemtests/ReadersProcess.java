package dev.moldau.systemtests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code Readers}: a plain reader and a group on Apache Kafka's consumer, in one process. */
final class ReadersProcess implements AutoCloseable {

    private static final Duration TO_THE_END = Duration.ofMinutes(3);

    private final Process process;
    private final Path folder;
    private final List<String> wrong = new ArrayList<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    private ReadersProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
        Thread.ofVirtual().name("output of readers").start(this::listen);
    }

    /**
     * Starts them; they begin at once.
     *
     * @param folder for their readings and their log
     * @param seed of when the group's members come and go
     */
    static ReadersProcess start(Clients clients, Path folder, long seed, List<String> topics) {
        List<String> words = new ArrayList<>(ProducerDriver.java(true, clients.jvmOptionsArray()));
        words.addAll(
                List.of("Readers", clients.bootstrap(), folder.toString(), Long.toString(seed)));
        words.addAll(topics);
        try {
            return new ReadersProcess(
                    new ProcessBuilder(words)
                            .redirectError(folder.resolve("readers.err").toFile())
                            .start(),
                    folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                hear(line);
            }
            done.completeExceptionally(new IOException("the readers ended before they were told"));
        } catch (IOException e) {
            done.completeExceptionally(e);
        }
    }

    private synchronized void hear(String line) {
        if (line.startsWith("WRONG ")) {
            wrong.add(line);
        } else if (line.equals("DONE")) {
            done.complete(null);
        }
    }

    /** What they saw that must not be. */
    synchronized List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** Has them read to the end, and answers the files with what they read. */
    List<Path> finish() {
        try {
            process.getOutputStream().write("stop\n".getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            done.get(TO_THE_END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException | ExecutionException | TimeoutException e) {
            throw new AssertionError("the readers did not come to an end: " + wrong(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        return List.of(folder.resolve("plain.reading"), folder.resolve("group.reading"));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
