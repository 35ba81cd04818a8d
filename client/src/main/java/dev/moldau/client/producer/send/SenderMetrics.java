package dev.moldau.client.producer.send;

/**
 * What the sender counts. Written by the loop alone, in plain fields; at the end of each of its
 * turns one volatile write makes them visible to readers on any thread, who thus see figures that
 * are a turn old at most. Counters only grow; all times are in ms.
 */
public final class SenderMetrics {

    private volatile long turns;

    private long recordsSent;
    private long recordsFailed;
    private long recordsRetried;
    private long batchesSent;
    private long bytesSent;
    private long requests;
    private long latencySumMs;
    private long latencyMaxMs;
    private long queueTimeSumMs;
    private long queueTimeMaxMs;
    private long queueTimeCount;
    private long splits;
    private long expiries;
    private long throttleTimeMs;
    private long sequenceSpaces;

    // ---- the loop's side

    void dequeued(long queuedMs) {
        queueTimeCount++;
        queueTimeSumMs += queuedMs;
        queueTimeMaxMs = Math.max(queueTimeMaxMs, queuedMs);
    }

    void requested(int bytes) {
        requests++;
        bytesSent += bytes;
    }

    void acknowledged(Flight flight, long nowMs) {
        long latencyMs = nowMs - flight.sentMs;
        batchesSent++;
        recordsSent += flight.batch.recordCount();
        latencySumMs += latencyMs;
        latencyMaxMs = Math.max(latencyMaxMs, latencyMs);
    }

    void retried(Flight flight) {
        recordsRetried += flight.batch.recordCount();
    }

    void failed(int records) {
        recordsFailed += records;
    }

    void split() {
        splits++;
    }

    void expired() {
        expiries++;
    }

    void throttled(int forMs) {
        throttleTimeMs += forMs;
    }

    void newSpace() {
        sequenceSpaces++;
    }

    /** The end of a turn; only the loop writes, so nothing is lost between read and write. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void publish() {
        turns++;
    }

    // ---- any thread's side

    /** How many times the sender had something to do. */
    public long turns() {
        return turns;
    }

    /** Records that the brokers acknowledged, or that left with {@code acks=0}. */
    public long recordsSent() {
        return turns < 0 ? 0 : recordsSent;
    }

    /** Records that were given up. */
    public long recordsFailed() {
        return turns < 0 ? 0 : recordsFailed;
    }

    /** Records in batches that were sent again, once for each time. */
    public long recordsRetried() {
        return turns < 0 ? 0 : recordsRetried;
    }

    /** Batches acknowledged. */
    public long batchesSent() {
        return turns < 0 ? 0 : batchesSent;
    }

    /** Bytes of batches in requests, those sent again included. */
    public long bytesSent() {
        return turns < 0 ? 0 : bytesSent;
    }

    /** Produce requests. */
    public long requests() {
        return turns < 0 ? 0 : requests;
    }

    /** From the last attempt to the answer, summed over acknowledged batches, in ms. */
    public long latencySumMs() {
        return turns < 0 ? 0 : latencySumMs;
    }

    /** The longest time from an attempt to its answer, in ms. */
    public long latencyMaxMs() {
        return turns < 0 ? 0 : latencyMaxMs;
    }

    /** From a batch's first record to its first attempt, summed over batches, in ms. */
    public long queueTimeSumMs() {
        return turns < 0 ? 0 : queueTimeSumMs;
    }

    /** The longest time from a batch's first record to its first attempt, in ms. */
    public long queueTimeMaxMs() {
        return turns < 0 ? 0 : queueTimeMaxMs;
    }

    /** How many batches have left their queue for the first time. */
    public long queueTimeCount() {
        return turns < 0 ? 0 : queueTimeCount;
    }

    /** Batches that were taken apart because a broker found them too large. */
    public long splits() {
        return turns < 0 ? 0 : splits;
    }

    /** Batches given up because {@code delivery.timeout.ms} was over. */
    public long expiries() {
        return turns < 0 ? 0 : expiries;
    }

    /** How long brokers asked to be left alone, summed, in ms. */
    public long throttleTimeMs() {
        return turns < 0 ? 0 : throttleTimeMs;
    }

    /** How often a broker's count of sequences and ours had parted and a new epoch was begun. */
    public long epochBumps() {
        return turns < 0 ? 0 : sequenceSpaces;
    }
}
