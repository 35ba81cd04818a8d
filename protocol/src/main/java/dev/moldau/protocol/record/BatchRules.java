package dev.moldau.protocol.record;

/**
 * What a topic and a request version allow in a batch. The defaults are Kafka's.
 *
 * @param maxBatchBytes {@code max.message.bytes}: the largest batch, compressed, with its header
 * @param timestampType {@code message.timestamp.type}
 * @param timestampBeforeMaxMs {@code message.timestamp.before.max.ms}: how far behind the broker's
 *     clock a record may be
 * @param timestampAfterMaxMs {@code message.timestamp.after.max.ms}: how far ahead
 * @param keysRequired whether each record needs a key: topics that are compacted
 * @param zstdAllowed whether zstd may be used: from produce version 7 (KIP-110)
 * @param inflatedBytesFloor what a compressed batch may inflate to in any case
 * @param inflatedBytesRatio beyond the floor, how many bytes may come from one compressed byte
 */
public record BatchRules(
        int maxBatchBytes,
        TimestampType timestampType,
        long timestampBeforeMaxMs,
        long timestampAfterMaxMs,
        boolean keysRequired,
        boolean zstdAllowed,
        long inflatedBytesFloor,
        int inflatedBytesRatio) {

    /** Kafka's default {@code max.message.bytes}. */
    public static final int DEFAULT_MAX_BATCH_BYTES = 1_048_588;

    /** 128 MiB. */
    public static final long DEFAULT_INFLATED_BYTES_FLOOR = 128L * 1024 * 1024;

    /** 100. */
    public static final int DEFAULT_INFLATED_BYTES_RATIO = 100;

    private static final long ONE_HOUR_MS = 3_600_000;

    /** What a topic without own settings allows the newest produce version. */
    public static final BatchRules DEFAULT =
            new BatchRules(
                    DEFAULT_MAX_BATCH_BYTES,
                    TimestampType.CREATE_TIME,
                    Long.MAX_VALUE,
                    ONE_HOUR_MS,
                    false,
                    true,
                    DEFAULT_INFLATED_BYTES_FLOOR,
                    DEFAULT_INFLATED_BYTES_RATIO);

    /** Refuses negative limits. */
    public BatchRules {
        if (maxBatchBytes < 0
                || timestampBeforeMaxMs < 0
                || timestampAfterMaxMs < 0
                || inflatedBytesFloor < 0
                || inflatedBytesRatio < 0) {
            throw new IllegalArgumentException("a limit is negative");
        }
    }

    /** How much a batch of so many compressed bytes may inflate to. */
    public long inflatedBytesLimit(int compressedBytes) {
        return Math.max(inflatedBytesFloor, (long) compressedBytes * inflatedBytesRatio);
    }

    /** The same with or without zstd. */
    public BatchRules withZstdAllowed(boolean allowed) {
        return allowed == zstdAllowed
                ? this
                : new BatchRules(
                        maxBatchBytes,
                        timestampType,
                        timestampBeforeMaxMs,
                        timestampAfterMaxMs,
                        keysRequired,
                        allowed,
                        inflatedBytesFloor,
                        inflatedBytesRatio);
    }

    /** The earliest timestamp allowed when the broker's clock says {@code nowMs}; at least 0. */
    long earliestTimestamp(long nowMs) {
        return Math.max(0, nowMs - timestampBeforeMaxMs);
    }

    /** The latest timestamp allowed when the broker's clock says {@code nowMs}. */
    long latestTimestamp(long nowMs) {
        return timestampAfterMaxMs > Long.MAX_VALUE - nowMs
                ? Long.MAX_VALUE
                : nowMs + timestampAfterMaxMs;
    }
}
