package dev.moldau.client.listener;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a message whose handler throws or asks for it again. The back-off doubles from
 * try to try up to a bound, a fifth longer or shorter by chance. Where order is kept, those behind
 * it wait.
 *
 * @param firstBackoffMs after the first try, in ms
 * @param maxBackoffMs the bound, in ms
 * @param maxTries after so many tries it goes to the dead letter topic; 0 for never. Without such a
 *     topic it is tried for ever, since nothing may be skipped
 * @param deadLetterTopic where those go that cannot be handled; null for nowhere
 */
public record FailurePolicy(
        long firstBackoffMs, long maxBackoffMs, int maxTries, @Nullable String deadLetterTopic) {

    /** Again and again, from 500 ms to 60 s. */
    public static final FailurePolicy AGAIN = new FailurePolicy(500, 60_000, 0, null);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is not kept; it says which
     */
    public FailurePolicy {
        if (firstBackoffMs < 0 || maxBackoffMs < firstBackoffMs || maxTries < 0) {
            throw new IllegalArgumentException(
                    "firstBackoffMs and maxTries are at least 0, and maxBackoffMs is at least"
                            + " firstBackoffMs");
        }
        if (maxTries > 0 && deadLetterTopic == null) {
            throw new IllegalArgumentException(
                    "maxTries="
                            + maxTries
                            + " needs a dead letter topic, since no message may be skipped");
        }
    }

    /** So many tries from 500 ms to 60 s apart, then the dead letter topic. */
    public static FailurePolicy deadLetters(int maxTries, String topic) {
        return new FailurePolicy(500, 60_000, maxTries, topic);
    }

    /** The same with other back-offs. */
    public FailurePolicy withBackoff(Duration first, Duration max) {
        return new FailurePolicy(first.toMillis(), max.toMillis(), maxTries, deadLetterTopic);
    }
}
