package dev.moldau.storage;

import dev.moldau.storage.producer.SnapshotEntry;
import java.util.ArrayList;
import java.util.List;

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
        long currentTransactionStartOffset) {

    /** The last line of each producer, in the order of the lines. */
    static List<ProducerSummary> of(List<SnapshotEntry> entries) {
        List<ProducerSummary> summaries = new ArrayList<>(entries.size());
        for (SnapshotEntry entry : entries) {
            ProducerSummary summary =
                    new ProducerSummary(
                            entry.producerId(),
                            entry.epoch(),
                            entry.lastSequence(),
                            entry.timestampMs(),
                            entry.coordinatorEpoch(),
                            entry.transactionStart());
            int last = summaries.size() - 1;
            if (last >= 0 && summaries.get(last).producerId() == entry.producerId()) {
                summaries.set(last, summary); // a later batch of the same producer
            } else {
                summaries.add(summary);
            }
        }
        return summaries;
    }
}
