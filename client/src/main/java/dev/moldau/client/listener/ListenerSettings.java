package dev.moldau.client.listener;

import java.time.Duration;

/**
 * What a listener keeps to, beside the consumer's configuration.
 *
 * @param order which messages wait for each other
 * @param concurrency how many handlers work at once
 * @param maxBufferedRecords how many messages may be read and not done; beyond that, reading
 *     pauses. In one partition, how far reading may be ahead of the first one not done, too
 * @param maxBufferedBytes the same in bytes, roughly
 * @param maxBatchRecords how many messages a batch handler gets at most
 * @param commitIntervalMs how long what is done may wait for its commit, in ms
 * @param commitRecords after how many done messages a commit does not wait for the interval
 * @param revocationMs how long handlers may go on with messages of partitions that are being given
 *     up, in ms; they are interrupted then. Must be well below the group's rebalance time-out
 */
public record ListenerSettings(
        Order order,
        int concurrency,
        int maxBufferedRecords,
        long maxBufferedBytes,
        int maxBatchRecords,
        long commitIntervalMs,
        int commitRecords,
        long revocationMs) {

    /**
     * Ordered by partition, 16 at once, 10,000 records or 64 MiB ahead, batches of 500, a commit
     * each second or 10,000 records, 10 s for what is given up.
     */
    public static final ListenerSettings DEFAULT =
            new ListenerSettings(
                    Order.PARTITION, 16, 10_000, 64L << 20, 500, 1_000, 10_000, 10_000);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is not kept; it says which
     */
    public ListenerSettings {
        if (concurrency < 1
                || maxBufferedRecords < 1
                || maxBufferedBytes < 1
                || maxBatchRecords < 1
                || commitRecords < 1) {
            throw new IllegalArgumentException(
                    "concurrency, maxBufferedRecords, maxBufferedBytes, maxBatchRecords and"
                            + " commitRecords are at least 1");
        }
        if (commitIntervalMs < 0 || revocationMs < 0) {
            throw new IllegalArgumentException(
                    "commitIntervalMs and revocationMs are at least 0 ms");
        }
    }

    /** The same in another order. */
    public ListenerSettings withOrder(Order other) {
        return new ListenerSettings(
                other,
                concurrency,
                maxBufferedRecords,
                maxBufferedBytes,
                maxBatchRecords,
                commitIntervalMs,
                commitRecords,
                revocationMs);
    }

    /** The same with other numbers of handlers at once. */
    public ListenerSettings withConcurrency(int other) {
        return new ListenerSettings(
                order,
                other,
                maxBufferedRecords,
                maxBufferedBytes,
                maxBatchRecords,
                commitIntervalMs,
                commitRecords,
                revocationMs);
    }

    /** The same with other bounds of what is read and not done. */
    public ListenerSettings withBuffer(int maxRecords, long maxBytes) {
        return new ListenerSettings(
                order,
                concurrency,
                maxRecords,
                maxBytes,
                maxBatchRecords,
                commitIntervalMs,
                commitRecords,
                revocationMs);
    }

    /** The same with batches of at most so many messages. */
    public ListenerSettings withMaxBatchRecords(int other) {
        return new ListenerSettings(
                order,
                concurrency,
                maxBufferedRecords,
                maxBufferedBytes,
                other,
                commitIntervalMs,
                commitRecords,
                revocationMs);
    }

    /** The same with commits after this time or so many messages. */
    public ListenerSettings withCommits(Duration interval, int records) {
        return new ListenerSettings(
                order,
                concurrency,
                maxBufferedRecords,
                maxBufferedBytes,
                maxBatchRecords,
                interval.toMillis(),
                records,
                revocationMs);
    }

    /** The same with another bound for what is given up. */
    public ListenerSettings withRevocation(Duration bound) {
        return new ListenerSettings(
                order,
                concurrency,
                maxBufferedRecords,
                maxBufferedBytes,
                maxBatchRecords,
                commitIntervalMs,
                commitRecords,
                bound.toMillis());
    }
}
