package dev.moldau.client.errors;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Records that were read before are no longer in the partition's log, for a leader without them was
 * elected; {@code auto.offset.reset=none} leaves it to the application where to go on: the {@link
 * #divergingOffset} is where the logs part.
 */
public final class LogTruncationException extends OffsetOutOfRangeException {

    private static final long serialVersionUID = 1L;

    private final long divergingOffset;

    /**
     * A log that was cut behind the reader's back.
     *
     * @param offset where reading was to go on
     * @param divergingOffset the first offset whose record is another one or gone
     */
    public LogTruncationException(
            String message,
            TopicPartition partition,
            long offset,
            long divergingOffset,
            @Nullable Throwable cause) {
        super(message, partition, offset, ErrorCode.OFFSET_OUT_OF_RANGE, cause);
        this.divergingOffset = divergingOffset;
    }

    /** The first offset whose record is another one or gone. */
    public long divergingOffset() {
        return divergingOffset;
    }

    @Override
    public LogTruncationException again() {
        return new LogTruncationException(
                String.valueOf(getMessage()), partition(), offset(), divergingOffset, this);
    }
}
