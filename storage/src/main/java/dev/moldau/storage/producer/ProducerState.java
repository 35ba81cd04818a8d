package dev.moldau.storage.producer;

import dev.moldau.protocol.record.BatchView;

/**
 * One producer: its epoch, its last five batches, its open transaction. Owned by the log's lane.
 *
 * <p>Five, because so many requests an idempotent producer may have in flight: any of them may come
 * again.
 */
final class ProducerState {

    /** How many batches are remembered. */
    static final int BATCHES = 5;

    static final long NO_OFFSET = -1;

    private final long producerId;
    private short epoch;
    private int coordinatorEpoch = -1;
    private long transactionStart = NO_OFFSET;
    private long lastTimestampMs = BatchView.NO_TIMESTAMP;

    /** A ring: the newest batch is in slot {@code (added - 1) % BATCHES}. */
    private final long[] lastOffsets = new long[BATCHES];

    private final int[] lastSequences = new int[BATCHES];
    private final int[] offsetDeltas = new int[BATCHES];
    private int added;

    ProducerState(long producerId, short epoch) {
        this.producerId = producerId;
        this.epoch = epoch;
    }

    ProducerState copy() {
        ProducerState copy = new ProducerState(producerId, epoch);
        copy.coordinatorEpoch = coordinatorEpoch;
        copy.transactionStart = transactionStart;
        copy.lastTimestampMs = lastTimestampMs;
        System.arraycopy(lastOffsets, 0, copy.lastOffsets, 0, BATCHES);
        System.arraycopy(lastSequences, 0, copy.lastSequences, 0, BATCHES);
        System.arraycopy(offsetDeltas, 0, copy.offsetDeltas, 0, BATCHES);
        copy.added = added;
        return copy;
    }

    long producerId() {
        return producerId;
    }

    short epoch() {
        return epoch;
    }

    int coordinatorEpoch() {
        return coordinatorEpoch;
    }

    void coordinatorEpoch(int value) {
        coordinatorEpoch = value;
    }

    long transactionStart() {
        return transactionStart;
    }

    void transactionStart(long offset) {
        transactionStart = offset;
    }

    long lastTimestampMs() {
        return lastTimestampMs;
    }

    void lastTimestampMs(long timestampMs) {
        lastTimestampMs = timestampMs;
    }

    boolean hasBatches() {
        return added > 0;
    }

    int batchCount() {
        return Math.min(added, BATCHES);
    }

    /** The slot of a remembered batch, 0 being the oldest. */
    private int slot(int batch) {
        return (added - batchCount() + batch) % BATCHES;
    }

    long lastOffset(int batch) {
        return lastOffsets[slot(batch)];
    }

    int lastSequence(int batch) {
        return lastSequences[slot(batch)];
    }

    int offsetDelta(int batch) {
        return offsetDeltas[slot(batch)];
    }

    /** The sequence of the newest record; {@link BatchView#NO_SEQUENCE} if there is none. */
    int lastSequence() {
        return added == 0 ? BatchView.NO_SEQUENCE : lastSequence(batchCount() - 1);
    }

    /** The offset of the newest record; {@link #NO_OFFSET} if there is none. */
    long lastOffset() {
        return added == 0 ? NO_OFFSET : lastOffset(batchCount() - 1);
    }

    /** Remembers a batch; one of another epoch makes those before it forgotten. */
    void add(short batchEpoch, int lastSequence, long lastOffset, int offsetDelta) {
        beginEpoch(batchEpoch);
        int into = added % BATCHES;
        lastSequences[into] = lastSequence;
        lastOffsets[into] = lastOffset;
        offsetDeltas[into] = offsetDelta;
        added = added == 2 * BATCHES - 1 ? BATCHES : added + 1; // keeps the ring's phase, bounded
    }

    void beginEpoch(short batchEpoch) {
        if (batchEpoch != epoch) {
            epoch = batchEpoch;
            added = 0;
        }
    }

    /** The remembered batch with exactly these sequences; -1 if there is none. */
    int find(int baseSequence, int lastSequence) {
        for (int batch = batchCount() - 1; batch >= 0; batch--) {
            if (lastSequence(batch) == lastSequence
                    && BatchView.sequenceAfter(lastSequence, -offsetDelta(batch)) == baseSequence) {
                return batch;
            }
        }
        return -1;
    }
}
