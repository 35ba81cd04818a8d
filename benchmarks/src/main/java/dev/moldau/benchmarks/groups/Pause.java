package dev.moldau.benchmarks.groups;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.Errors;

/** Waiting before something is asked again. */
final class Pause {

    private static final int ATTEMPTS = 300;
    private static final long BETWEEN_MS = 100;

    private Pause() {}

    static void of(long ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /**
     * Waits a little after an error that goes away by itself.
     *
     * @param attempt how often it was asked before
     * @throws IllegalStateException if it is another error, or was asked too often
     */
    static void unless(Errors error, int attempt, String group) {
        if (!(error.exception() instanceof RetriableException) || attempt >= ATTEMPTS) {
            throw new IllegalStateException(group + " gets " + error);
        }
        of(BETWEEN_MS);
    }
}
