package dev.moldau.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, which tests end, kill, pause and start again. */
interface Stoppable extends AutoCloseable {

    long pid();

    /** Everything that it logged so far. */
    String log();

    /** Ends it as the machine's supervisor does, and waits for its end. */
    int terminate();

    /** Ends it with {@code kill -9}. */
    void kill();

    /** Starts it again where it was, with what it had. */
    void restart();

    /** Stops it in its tracks: it keeps its connections and answers nothing. */
    default void pause() {
        signal("STOP");
    }

    /** Lets it go on. */
    default void resume() {
        signal("CONT");
    }

    @Override
    void close();

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
            if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new AssertionError("no signal " + name + " to process " + pid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
