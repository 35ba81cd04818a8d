package dev.moldau.client.errors;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A deserializer refused a record's key or value; its exception is the cause. To go on without the
 * record, seek to the offset after it.
 */
public final class UnreadableRecordException extends PartitionOffsetException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure at one place of a partition.
     *
     * @param offset the record's
     */
    public UnreadableRecordException(
            String message,
            TopicPartition partition,
            long offset,
            @Nullable ErrorCode error,
            @Nullable Throwable cause) {
        super(message, partition, offset, error, cause);
    }

    @Override
    public UnreadableRecordException again() {
        return new UnreadableRecordException(
                String.valueOf(getMessage()), partition(), offset(), error().orElse(null), this);
    }
}
