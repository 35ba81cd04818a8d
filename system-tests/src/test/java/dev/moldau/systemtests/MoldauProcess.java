package dev.moldau.systemtests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command of {@code bin/moldau}, or one of the client's examples, that goes on until it is told
 * to end, as a leader of a process group of its own, like one that was started in a terminal.
 */
final class MoldauProcess implements AutoCloseable {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /** Whoever runs the tests in the background has them ignore Ctrl-C. */
    private static final List<String> AS_IN_A_TERMINAL =
            List.of("env", "--default-signal=INT", "setsid");

    private final Process process;
    private final Path errors;
    private final List<String> lines = new ArrayList<>();
    private boolean ended;

    private MoldauProcess(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        Thread.ofVirtual().name("output of " + process.pid()).start(this::listen);
    }

    /**
     * Starts it.
     *
     * @param errors gets its standard error
     * @param words the command and its options
     */
    static MoldauProcess start(Path errors, String... words) {
        List<String> command = new ArrayList<>(List.of(Workshop.moldau().toString()));
        command.addAll(List.of(words));
        return start(errors, command);
    }

    /**
     * Starts an example on the client as applications get it.
     *
     * @param errors gets its standard error
     * @param name of its class
     * @param jars what it needs beside the client, by the names of their folders
     * @param arguments of its {@code main}
     */
    static MoldauProcess example(Path errors, String name, List<String> jars, String... arguments) {
        List<String> classPath = new ArrayList<>(List.of(Workshop.judge("examples").toString()));
        classPath.add(Workshop.client("moldau-client") + "/*");
        classPath.add(Workshop.client("slf4j-simple-2.0.20") + "/*");
        jars.forEach(jar -> classPath.add(Workshop.client(jar) + "/*"));
        List<String> command = new ArrayList<>(List.of(Workshop.java(), "-Xmx128m"));
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", String.join(":", classPath)));
        command.add("dev.moldau.examples." + name);
        command.addAll(List.of(arguments));
        return start(errors, command);
    }

    private static MoldauProcess start(Path errors, List<String> words) {
        List<String> command = new ArrayList<>(AS_IN_A_TERMINAL);
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("MOLDAU_NO_BUILD", "1");
        try {
            return new MoldauProcess(
                    builder.redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                            .start(),
                    errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                hear(line);
            }
        } catch (IOException e) {
            hear("its output ended: " + e);
        }
        synchronized (this) {
            ended = true;
            notifyAll();
        }
    }

    private synchronized void hear(String line) {
        lines.add(line);
        notifyAll();
    }

    /** What it has said so far. */
    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Waits for a line with these words, and answers it. */
    synchronized String awaitLine(String words) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        try {
            while (true) {
                for (String line : lines) {
                    if (line.contains(words)) {
                        return line;
                    }
                }
                long left = deadline - System.nanoTime();
                if (left <= 0 || ended) {
                    throw new AssertionError(
                            "waited in vain for '" + words + "': " + lines + "\n" + errors());
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** What it wrote to standard error. */
    String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Presses Ctrl-C: the signal goes to it and to all that it started. */
    void pressCtrlC() {
        Command.of("kill", "-INT", "--", "-" + process.pid()).run(DEADLINE).orFail();
    }

    /** Asks it to end, as a supervisor does. */
    void terminate() {
        process.destroy();
    }

    /** Ends it with {@code kill -9}, and nothing of what it started. */
    void kill() {
        process.destroyForcibly();
    }

    /** Waits for its end. */
    int awaitEnd() {
        try {
            if (!process.waitFor(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("it has not ended: " + lines() + "\n" + errors());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** The processes that it started. */
    List<ProcessHandle> children() {
        return process.descendants().toList();
    }

    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>(children());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
