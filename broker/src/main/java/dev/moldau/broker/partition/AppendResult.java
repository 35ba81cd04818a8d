package dev.moldau.broker.partition;

import dev.moldau.protocol.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of records that were to be appended to a partition.
 *
 * @param error {@link ErrorCode#NONE} if they are in the log, now or by an earlier attempt
 * @param baseOffset the offset of the first record, -1 after an error
 * @param lastOffset the offset of the last record, -1 after an error
 * @param logAppendTimeMs the broker's time if it stamped the records, else -1
 * @param logStartOffset where the log begins, -1 if unknown
 * @param rejected the records that made the broker refuse the batch
 * @param message what happened, for people; null if the code says it all
 */
public record AppendResult(
        ErrorCode error,
        long baseOffset,
        long lastOffset,
        long logAppendTimeMs,
        long logStartOffset,
        List<RejectedRecord> rejected,
        @Nullable String message) {

    /** Stands for an offset or a time that there is not. */
    public static final long NONE = -1;

    /**
     * A record that broke a rule.
     *
     * @param index its place in the batch, from 0
     * @param message which rule
     */
    public record RejectedRecord(int index, @Nullable String message) {}

    /** The records are not in the log. */
    public static AppendResult refused(ErrorCode error, @Nullable String message) {
        return new AppendResult(error, NONE, NONE, NONE, NONE, List.of(), message);
    }

    /** The records are not in the log, because of some of them. */
    public static AppendResult refused(
            ErrorCode error, @Nullable String message, List<RejectedRecord> rejected) {
        return new AppendResult(error, NONE, NONE, NONE, NONE, rejected, message);
    }

    /** The records are in the log. */
    public static AppendResult appended(
            long baseOffset, long lastOffset, long logAppendTimeMs, long logStartOffset) {
        return new AppendResult(
                ErrorCode.NONE,
                baseOffset,
                lastOffset,
                logAppendTimeMs,
                logStartOffset,
                List.of(),
                null);
    }
}
