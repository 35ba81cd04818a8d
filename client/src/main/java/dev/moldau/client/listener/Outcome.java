package dev.moldau.client.listener;

import java.time.Duration;

/** What becomes of a message that a handler was given. */
public sealed interface Outcome {

    /** It is done, and not delivered again once its offset is committed. */
    static Outcome success() {
        return Success.INSTANCE;
    }

    /** It is to come again, after the back-off of the {@link FailurePolicy}. Counts as a try. */
    static Outcome again() {
        return Again.BY_POLICY;
    }

    /**
     * It is to come again after this time. Counts as a try.
     *
     * @throws IllegalArgumentException if it is negative
     */
    static Outcome again(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay " + delay + " is negative");
        }
        return new Again(delay.toMillis());
    }

    /**
     * It goes to the dead letter topic and is done then. Without such a topic this is a failure as
     * an exception would be.
     *
     * @param reason goes with it in a header
     */
    static Outcome deadLetter(String reason) {
        return new DeadLetter(reason);
    }

    /** See {@link #success()}. */
    enum Success implements Outcome {
        /** The only one. */
        INSTANCE
    }

    /**
     * See {@link #again(Duration)}.
     *
     * @param delayMs negative for the policy's back-off
     */
    record Again(long delayMs) implements Outcome {
        private static final Again BY_POLICY = new Again(-1);
    }

    /** See {@link #deadLetter(String)}. */
    record DeadLetter(String reason) implements Outcome {}
}
