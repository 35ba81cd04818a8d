package dev.moldau.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What servers in processes of their own have in common, whatever their make: a log, and how they
 * are ended and started again. A subclass says how to launch one, and begins when it is complete.
 */
abstract class ServerProcess implements Stoppable {

    private static final Duration TO_END = Duration.ofSeconds(60);

    private final String label;
    private final Path log;
    private @Nullable Process process;

    /**
     * A server that does not run yet.
     *
     * @param label what to call it in messages
     * @param log the file that its output goes to
     */
    ServerProcess(String label, Path log) {
        this.label = label;
        this.log = log;
    }

    /** Starts a process, and waits until it is of use, if it can be alone. */
    abstract Process launch();

    /** The first start, when all that {@link #launch} needs is there. */
    final void begin() {
        process = launch();
    }

    /** The process that runs, or ran last. */
    final Process process() {
        return Objects.requireNonNull(process, "begin() comes first");
    }

    /** Where the output of the process goes. */
    final ProcessBuilder.Redirect toLog() {
        return ProcessBuilder.Redirect.appendTo(log.toFile());
    }

    @Override
    public long pid() {
        return process().pid();
    }

    @Override
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int terminate() {
        process().destroy();
        return awaitEnd();
    }

    @Override
    public void kill() {
        process().destroyForcibly();
        awaitEnd();
    }

    @Override
    public void restart() {
        if (process().isAlive()) {
            throw new IllegalStateException("it still runs: terminate or kill it first");
        }
        process = launch();
    }

    @Override
    public void close() {
        if (process().isAlive()) {
            kill();
        }
    }

    private int awaitEnd() {
        try {
            if (!process().waitFor(TO_END.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError(label + " has not ended within " + TO_END + "\n" + log());
            }
            return process().exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
