package dev.moldau.client.errors;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The offset to read from is before the start or beyond the end of the partition, and {@code
 * auto.offset.reset=none} leaves it to the application where to go on: seek.
 */
public class OffsetOutOfRangeException extends PartitionOffsetException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure at one place of a partition.
     *
     * @param offset where reading was to go on
     */
    public OffsetOutOfRangeException(
            String message,
            TopicPartition partition,
            long offset,
            @Nullable ErrorCode error,
            @Nullable Throwable cause) {
        super(message, partition, offset, error, cause);
    }

    @Override
    public OffsetOutOfRangeException again() {
        return new OffsetOutOfRangeException(
                String.valueOf(getMessage()), partition(), offset(), error().orElse(null), this);
    }
}
