package dev.moldau.storage;

/**
 * What a log knows of one producer, as {@code DescribeProducers} tells it.
 *
 * @param producerId its id
 * @param producerEpoch the latest epoch seen
 * @param lastSequence the last sequence in that epoch; -1 if none
 * @param lastTimestampMs when it wrote last, in milliseconds since 1970; -1 if unknown
 * @param coordinatorEpoch the epoch of the coordinator that wrote the last marker; -1 if none
 * @param currentTransactionStartOffset the first offset of its open transaction; -1 if none
 */
public record ProducerSummary(
        long producerId,
        int producerEpoch,
        int lastSequence,
        long lastTimestampMs,
        int coordinatorEpoch,
        long currentTransactionStartOffset) {}
