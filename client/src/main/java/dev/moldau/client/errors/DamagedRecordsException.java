package dev.moldau.client.errors;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A batch that was fetched is damaged or cannot be inflated. To go on without it, seek beyond it;
 * to look for a good copy, move the partition's leader.
 */
public final class DamagedRecordsException extends PartitionOffsetException {

    private static final long serialVersionUID = 1L;

    /**
     * A failure at one place of a partition.
     *
     * @param offset the first offset that cannot be read
     */
    public DamagedRecordsException(
            String message,
            TopicPartition partition,
            long offset,
            @Nullable ErrorCode error,
            @Nullable Throwable cause) {
        super(message, partition, offset, error, cause);
    }

    @Override
    public DamagedRecordsException again() {
        return new DamagedRecordsException(
                String.valueOf(getMessage()), partition(), offset(), error().orElse(null), this);
    }
}
