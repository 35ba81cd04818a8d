package dev.moldau.client.errors;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A deserializer refused a record's key or value; its exception is the cause. To go on without the
 * record, seek to the offset after it.
 */
public final class UnreadableRecordException extends RefusedException {

    private static final long serialVersionUID = 1L;

    private final transient TopicPartition partition;
    private final long offset;

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
        super(message, error, cause);
        this.partition = partition;
        this.offset = offset;
    }

    /** Which partition. */
    public TopicPartition partition() {
        return partition;
    }

    /** The offset concerned: the record's. */
    public long offset() {
        return offset;
    }

    @Override
    public ClientException again() {
        return new UnreadableRecordException(
                String.valueOf(getMessage()), partition, offset, error().orElse(null), this);
    }
}
