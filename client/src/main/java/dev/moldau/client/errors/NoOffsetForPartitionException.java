package dev.moldau.client.errors;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The group has committed no offset for the partition, and {@code auto.offset.reset=none} leaves it
 * to the application where to begin: seek.
 */
public final class NoOffsetForPartitionException extends PartitionOffsetException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure at one place of a partition.
     *
     * @param offset -1, as there is none
     */
    public NoOffsetForPartitionException(
            String message,
            TopicPartition partition,
            long offset,
            @Nullable ErrorCode error,
            @Nullable Throwable cause) {
        super(message, partition, offset, error, cause);
    }

    @Override
    public NoOffsetForPartitionException again() {
        return new NoOffsetForPartitionException(
                String.valueOf(getMessage()), partition(), offset(), error().orElse(null), this);
    }
}
