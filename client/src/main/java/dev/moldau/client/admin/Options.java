package dev.moldau.client.admin;

import java.time.Duration;

/**
 * What one call may say that differs from the client's settings.
 *
 * @param timeoutMs how long the operation may take with all its retries, in ms; negative for {@code
 *     default.api.timeout.ms}
 */
public record Options(long timeoutMs) {

    /** As the client's settings say. */
    public static final Options DEFAULT = new Options(-1);

    /**
     * Another bound for the whole operation.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public static Options timeout(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("time-out " + timeout + " is negative");
        }
        return new Options(timeout.toMillis());
    }
}
