package dev.moldau.storage.producer;

/**
 * A line of a snapshot: a producer with one of its batches. A producer with several remembered
 * batches has several lines, oldest first; Kafka, which writes one, takes the last.
 *
 * @param producerId its id
 * @param epoch its epoch
 * @param lastSequence the batch's last sequence; -1 if there is no batch
 * @param lastOffset the batch's last offset; -1 if there is no batch
 * @param offsetDelta the batch's last offset minus its first
 * @param timestampMs when it wrote last, in epoch ms
 * @param coordinatorEpoch the epoch of the coordinator that sent the last marker; -1 if none did
 * @param transactionStart the first offset of its open transaction; -1 if there is none
 */
public record SnapshotEntry(
        long producerId,
        short epoch,
        int lastSequence,
        long lastOffset,
        int offsetDelta,
        long timestampMs,
        int coordinatorEpoch,
        long transactionStart) {

    static SnapshotEntry of(ProducerState state, int batch) {
        return new SnapshotEntry(
                state.producerId(),
                state.epoch(),
                state.lastSequence(batch),
                state.lastOffset(batch),
                state.offsetDelta(batch),
                state.lastTimestampMs(),
                state.coordinatorEpoch(),
                state.transactionStart());
    }

    static SnapshotEntry withoutBatch(ProducerState state) {
        return new SnapshotEntry(
                state.producerId(),
                state.epoch(),
                -1,
                -1,
                0,
                state.lastTimestampMs(),
                state.coordinatorEpoch(),
                state.transactionStart());
    }
}
