package dev.moldau.client.errors;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A partition cannot be read at an offset as things are; others are not affected. What would help
 * depends on why: see the subclasses.
 */
public abstract class PartitionOffsetException extends RefusedException {

    private static final long serialVersionUID = 1L;

    private final transient TopicPartition partition;
    private final long offset;

    PartitionOffsetException(
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
    public final TopicPartition partition() {
        return partition;
    }

    /** The offset concerned; -1 if there is none. */
    public final long offset() {
        return offset;
    }

    @Override
    public abstract PartitionOffsetException again();
}
