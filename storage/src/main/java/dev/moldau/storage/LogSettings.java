package dev.moldau.storage;

/**
 * How one partition's log behaves. Immutable; a change of configuration gives the log another one.
 *
 * @param segmentBytes a segment is rolled before it would exceed this ({@code segment.bytes})
 * @param segmentMs a segment is rolled by the next append when it is this old ({@code segment.ms})
 * @param segmentJitterMs up to so much is taken off {@code segmentMs}, by chance, so that not all
 *     segments roll at once ({@code segment.jitter.ms})
 * @param segmentIndexBytes a segment is rolled when one of its indexes has this size ({@code
 *     segment.index.bytes})
 * @param indexIntervalBytes an index entry is written about every so many bytes of log ({@code
 *     index.interval.bytes})
 * @param retentionMs how old a segment may become; -1 for ever ({@code retention.ms})
 * @param retentionBytes how much the log may hold before its oldest segments go; -1 without bound
 *     ({@code retention.bytes})
 * @param deletes whether age and size delete segments at all, by {@code cleanup.policy}
 * @param fileDeleteDelayMs how long a removed segment's files stay under another name ({@code
 *     file.delete.delay.ms})
 * @param flushMessages an append waits for the disk when so many records were appended since the
 *     last flush ({@code flush.messages})
 * @param flushMs appended records are flushed in the background after so long ({@code flush.ms})
 * @param producerExpirationMs an idle producer id is forgotten after so long ({@code
 *     producer.id.expiration.ms})
 * @param maxProducers how many producer ids the log remembers; the one idle for longest goes first
 */
public record LogSettings(
        int segmentBytes,
        long segmentMs,
        long segmentJitterMs,
        int segmentIndexBytes,
        int indexIntervalBytes,
        long retentionMs,
        long retentionBytes,
        boolean deletes,
        long fileDeleteDelayMs,
        long flushMessages,
        long flushMs,
        long producerExpirationMs,
        int maxProducers) {

    /** Stands for "without bound" in retention. */
    public static final long UNLIMITED = -1;

    /** Kafka's defaults. */
    public static final LogSettings DEFAULTS =
            new LogSettings(
                    1 << 30,
                    7 * 24 * 3_600_000L,
                    0,
                    10 << 20,
                    4096,
                    7 * 24 * 3_600_000L,
                    UNLIMITED,
                    true,
                    60_000,
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    24 * 3_600_000L,
                    100_000);

    /**
     * @throws IllegalArgumentException if a bound is below what can work
     */
    public LogSettings {
        requireAtLeast("segmentBytes", segmentBytes, 14);
        requireAtLeast("segmentMs", segmentMs, 1);
        requireAtLeast("segmentJitterMs", segmentJitterMs, 0);
        requireAtLeast("segmentIndexBytes", segmentIndexBytes, 12);
        requireAtLeast("indexIntervalBytes", indexIntervalBytes, 0);
        requireAtLeast("retentionMs", retentionMs, UNLIMITED);
        requireAtLeast("retentionBytes", retentionBytes, UNLIMITED);
        requireAtLeast("fileDeleteDelayMs", fileDeleteDelayMs, 0);
        requireAtLeast("flushMessages", flushMessages, 1);
        requireAtLeast("flushMs", flushMs, 0);
        requireAtLeast("producerExpirationMs", producerExpirationMs, 1);
        requireAtLeast("maxProducers", maxProducers, 1);
    }

    private static void requireAtLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(
                    name + " is " + value + ", below the least allowed, " + least);
        }
    }

    /** These settings with other bounds for a segment. */
    public LogSettings withSegments(int bytes, long ms) {
        return new LogSettings(
                bytes,
                ms,
                segmentJitterMs,
                segmentIndexBytes,
                indexIntervalBytes,
                retentionMs,
                retentionBytes,
                deletes,
                fileDeleteDelayMs,
                flushMessages,
                flushMs,
                producerExpirationMs,
                maxProducers);
    }

    /** These settings with other indexes. */
    public LogSettings withIndexes(int segmentIndexBytes, int indexIntervalBytes) {
        return new LogSettings(
                segmentBytes,
                segmentMs,
                segmentJitterMs,
                segmentIndexBytes,
                indexIntervalBytes,
                retentionMs,
                retentionBytes,
                deletes,
                fileDeleteDelayMs,
                flushMessages,
                flushMs,
                producerExpirationMs,
                maxProducers);
    }

    /** These settings with other bounds for what the log keeps. */
    public LogSettings withRetention(long ms, long bytes) {
        return new LogSettings(
                segmentBytes,
                segmentMs,
                segmentJitterMs,
                segmentIndexBytes,
                indexIntervalBytes,
                ms,
                bytes,
                deletes,
                fileDeleteDelayMs,
                flushMessages,
                flushMs,
                producerExpirationMs,
                maxProducers);
    }

    /** These settings with another flush policy. */
    public LogSettings withFlush(long messages, long ms) {
        return new LogSettings(
                segmentBytes,
                segmentMs,
                segmentJitterMs,
                segmentIndexBytes,
                indexIntervalBytes,
                retentionMs,
                retentionBytes,
                deletes,
                fileDeleteDelayMs,
                messages,
                ms,
                producerExpirationMs,
                maxProducers);
    }

    /** These settings with another memory for producers. */
    public LogSettings withProducers(long expirationMs, int max) {
        return new LogSettings(
                segmentBytes,
                segmentMs,
                segmentJitterMs,
                segmentIndexBytes,
                indexIntervalBytes,
                retentionMs,
                retentionBytes,
                deletes,
                fileDeleteDelayMs,
                flushMessages,
                flushMs,
                expirationMs,
                max);
    }
}
