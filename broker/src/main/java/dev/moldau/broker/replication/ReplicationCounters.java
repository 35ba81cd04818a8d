package dev.moldau.broker.replication;

import java.util.concurrent.atomic.LongAdder;

/** What all fetchers of a broker have done so far. Safe for use by any thread. */
public final class ReplicationCounters {

    private final LongAdder fetches = new LongAdder();
    private final LongAdder failedFetches = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder corrupt = new LongAdder();
    private final LongAdder truncations = new LongAdder();
    private final LongAdder restarts = new LongAdder();
    private final LongAdder partitionErrors = new LongAdder();

    /** All zero. */
    public ReplicationCounters() {}

    /** Fetches that were answered, whatever the answer. */
    public long fetches() {
        return fetches.sum();
    }

    /** Fetches that failed as a whole: no answer, or one that refuses all. */
    public long failedFetches() {
        return failedFetches.sum();
    }

    /** Bytes of records that came. */
    public long bytes() {
        return bytes.sum();
    }

    /** Answers for a partition that were damaged, and were fetched again. */
    public long corrupt() {
        return corrupt.sum();
    }

    /** How often a log was cut because its leader did not have its end. */
    public long truncations() {
        return truncations.sum();
    }

    /** How often a log began anew because its leader had given up what came next. */
    public long restarts() {
        return restarts.sum();
    }

    /** Errors of single partitions, damaged answers among them. */
    public long partitionErrors() {
        return partitionErrors.sum();
    }

    void countFetch(long recordBytes) {
        fetches.increment();
        bytes.add(recordBytes);
    }

    void countFailedFetch() {
        failedFetches.increment();
    }

    void countCorrupt() {
        corrupt.increment();
    }

    void countTruncation() {
        truncations.increment();
    }

    void countRestart() {
        restarts.increment();
    }

    void countPartitionError() {
        partitionErrors.increment();
    }
}
