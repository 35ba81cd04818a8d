package dev.moldau.common;

/**
 * Where time comes from. Code below the server never asks the JVM for the time, so that a
 * simulation can supply it.
 *
 * <p>Implementations are safe for use by any thread.
 */
public interface Clock {

    /** Wall-clock time in milliseconds since 1970-01-01 UTC; may jump in either direction. */
    long wallMs();

    /**
     * A clock that only moves forward, in nanoseconds from an arbitrary origin; for measuring
     * spans.
     */
    long monotonicNs();

    /** A clock that only moves forward, in milliseconds from an arbitrary origin; for deadlines. */
    default long monotonicMs() {
        return monotonicNs() / 1_000_000;
    }
}
