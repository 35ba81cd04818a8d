package dev.moldau.systemtests;

import dev.moldau.systemtests.MemberHistory.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A member of a group in a process of its own, which is told to leave, killed and paused. */
final class MemberProcess implements AutoCloseable {

    private static final Duration TO_LEAVE = Duration.ofSeconds(40);
    private static final Duration TO_DIE = Duration.ofSeconds(10);

    private final String name;
    private final MemberKind kind;
    private final Path journal;
    private final Path errors;
    private final Process process;
    private final List<Pause> pauses = new ArrayList<>();
    private long pausedMs = MemberHistory.NEVER;
    private long killedMs = MemberHistory.NEVER;

    private MemberProcess(
            String name, MemberKind kind, Path journal, Path errors, Process process) {
        this.name = name;
        this.kind = kind;
        this.journal = journal;
        this.errors = errors;
        this.process = process;
    }

    /**
     * Starts it; it joins at once.
     *
     * @param folder gets its journal and its standard error
     */
    static MemberProcess start(
            Path folder,
            String name,
            MemberKind kind,
            String bootstrap,
            String group,
            long seed,
            String topics) {
        Path journal = folder.resolve(name + ".journal");
        Path errors = folder.resolve(name + ".err");
        List<String> words = new ArrayList<>(kind.words());
        words.addAll(List.of(journal.toString(), Long.toString(seed), topics));
        words.addAll(kind.settings(bootstrap, group));
        try {
            Process process =
                    new ProcessBuilder(words)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(errors.toFile())
                            .start();
            return new MemberProcess(name, kind, journal, errors, process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return name;
    }

    MemberKind kind() {
        return kind;
    }

    boolean isPaused() {
        return pausedMs != MemberHistory.NEVER;
    }

    /** Whether it has been given a partition. */
    boolean hasJoined() {
        return MemberHistory.read(journal).stream()
                .anyMatch(e -> e.kind() == GroupEvent.Kind.ASSIGNED);
    }

    /** What it journaled and what was done to it, so far. */
    MemberHistory history() {
        return new MemberHistory(
                name, kind.tellsLoss(), MemberHistory.read(journal), List.copyOf(pauses), killedMs);
    }

    void subscribe(String topics) {
        tell("subscribe " + topics);
    }

    /** Tells it to leave; {@link #awaitLeft} waits until it has. */
    void leave() {
        tell("stop");
    }

    private void tell(String line) {
        checkAlive();
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new AssertionError(name + " does not listen\n" + complaints(), e);
        }
    }

    /** Waits until it has left, and ended well. */
    void awaitLeft() {
        if (!await(TO_LEAVE) || process.exitValue() != 0) {
            throw new AssertionError(name + " does not leave as it should\n" + complaints());
        }
    }

    /** Ends it with {@code kill -9}. */
    void kill() {
        checkAlive();
        process.destroyForcibly();
        if (!await(TO_DIE)) {
            throw new AssertionError(name + " does not die");
        }
        killedMs = System.currentTimeMillis();
    }

    /** Stops it in its tracks. */
    void pause() {
        checkAlive();
        pausedMs = System.currentTimeMillis();
        signal("STOP");
    }

    /** Lets it go on. */
    void resume() {
        signal("CONT");
        pauses.add(new Pause(pausedMs, System.currentTimeMillis()));
        pausedMs = MemberHistory.NEVER;
    }

    /**
     * Nobody but us ends it.
     *
     * @throws AssertionError if it has ended by itself
     */
    void checkAlive() {
        if (!process.isAlive()) {
            throw new AssertionError(
                    name + " ended with " + process.exitValue() + "\n" + complaints());
        }
    }

    private void signal(String signal) {
        Command.of("kill", "-" + signal, Long.toString(process.pid())).run(TO_DIE).orFail();
    }

    private boolean await(Duration deadline) {
        try {
            return process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private String complaints() {
        try {
            String all = Files.readString(errors);
            return all.length() <= 6_000 ? all : "..." + all.substring(all.length() - 6_000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
