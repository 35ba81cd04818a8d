package dev.moldau.client.producer.send;

import dev.moldau.client.errors.FatalException;
import org.jspecify.annotations.Nullable;

/**
 * What ended the producer, if anything did. Written once by the loop, read by every thread that
 * sends: one volatile read.
 */
public final class ProducerFault {

    private volatile @Nullable FatalException cause;

    /** What ended the producer; null while it works. */
    public @Nullable FatalException cause() {
        return cause;
    }

    /**
     * Returns if the producer works.
     *
     * @throws FatalException with the caller's own stack if something has ended the producer
     */
    public void check() {
        FatalException ended = cause;
        if (ended != null) {
            throw new FatalException(
                    "the producer has failed for good and takes no more records: "
                            + ended.getMessage(),
                    ended.error().orElse(null),
                    ended);
        }
    }

    /** The first cause counts; what fails in its wake does not replace it. */
    void set(FatalException ended) {
        if (cause == null) {
            cause = ended;
        }
    }
}
