package dev.moldau.common.config;

/**
 * A secret setting. Its text form hides it, so that it cannot slip into a log or an answer.
 *
 * @param value the secret itself
 */
public record Password(String value) {

    /** What is shown instead of a secret. */
    public static final String HIDDEN = "[hidden]";

    @Override
    public String toString() {
        return HIDDEN;
    }
}
