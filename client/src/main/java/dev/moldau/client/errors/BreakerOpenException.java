package dev.moldau.client.errors;

import dev.moldau.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The record was not even tried: its partition failed so often lately that the breaker in front of
 * it is open. Try again later; the cause is what failed last.
 */
public final class BreakerOpenException extends RetriableException {

    private static final long serialVersionUID = 1L;

    private final transient TopicPartition partition;

    /** A record for a partition with an open breaker. */
    public BreakerOpenException(
            String message, TopicPartition partition, @Nullable Throwable cause) {
        super(message, cause);
        this.partition = partition;
    }

    /** Which partition. */
    public TopicPartition partition() {
        return partition;
    }

    @Override
    public ClientException again() {
        return new BreakerOpenException(String.valueOf(getMessage()), partition, this);
    }
}
