package dev.moldau.client.consumer;

import dev.moldau.client.errors.FatalException;
import org.jspecify.annotations.Nullable;

/**
 * What ended the consumer, if anything did. Written by the loop, read by the application's calls.
 */
final class ConsumerFault {

    private volatile @Nullable FatalException cause;

    /**
     * Returns if the consumer works.
     *
     * @throws FatalException with the caller's own stack if something has ended the consumer
     */
    void check() {
        FatalException ended = cause;
        if (ended != null) {
            throw new FatalException(
                    "the consumer has failed for good: " + ended.getMessage(),
                    ended.error().orElse(null),
                    ended);
        }
    }

    boolean isSet() {
        return cause != null;
    }

    /** The first cause counts; what fails in its wake does not replace it. */
    void set(FatalException ended) {
        if (cause == null) {
            cause = ended;
        }
    }
}
