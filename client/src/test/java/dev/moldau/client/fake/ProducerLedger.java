package dev.moldau.client.fake;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.record.BatchView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a partition's leader remembers of idempotent producers: epoch and last five batches of each.
 * The rules are those of Kafka's and Moldau's brokers: a repetition of one of the five is answered
 * with its first offset; else a sequence must follow the last one, or be 0 in a new epoch; of a
 * producer that is unknown any sequence is taken (KIP-360).
 */
final class ProducerLedger {

    private static final int REMEMBERED = 5;

    private final Map<Long, Entry> entries = new HashMap<>();

    /**
     * What the ledger says about a batch.
     *
     * @param duplicateOf the first offset of the batch that this one repeats, or -1
     */
    record Verdict(ErrorCode error, long duplicateOf) {}

    private record Remembered(int baseSequence, int lastSequence, long baseOffset) {}

    private static final class Entry {
        short epoch;
        final Deque<Remembered> last = new ArrayDeque<>();
    }

    /** Judges a batch of a producer with identity. */
    Verdict judge(BatchView batch) {
        Entry entry = entries.get(batch.producerId());
        if (entry == null) {
            return new Verdict(ErrorCode.NONE, -1);
        }
        if (batch.producerEpoch() < entry.epoch) {
            return new Verdict(ErrorCode.INVALID_PRODUCER_EPOCH, -1);
        }
        if (batch.producerEpoch() > entry.epoch) {
            return batch.baseSequence() == 0
                    ? new Verdict(ErrorCode.NONE, -1)
                    : new Verdict(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
        }
        Remembered repeated = find(entry, batch);
        if (repeated != null) {
            return new Verdict(ErrorCode.NONE, repeated.baseOffset);
        }
        int next = BatchView.sequenceAfter(entry.last.getLast().lastSequence, 1);
        return batch.baseSequence() == next
                ? new Verdict(ErrorCode.NONE, -1)
                : new Verdict(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
    }

    private static @Nullable Remembered find(Entry entry, BatchView batch) {
        for (Remembered each : entry.last) {
            if (each.baseSequence == batch.baseSequence()
                    && each.lastSequence == batch.lastSequence()) {
                return each;
            }
        }
        return null;
    }

    /** Remembers a batch that was appended. */
    void remember(StoredBatch batch) {
        if (batch.producerId() < 0) {
            return;
        }
        Entry entry = entries.computeIfAbsent(batch.producerId(), id -> new Entry());
        if (entry.epoch != batch.producerEpoch()) {
            entry.epoch = batch.producerEpoch();
            entry.last.clear();
        }
        entry.last.add(
                new Remembered(batch.baseSequence(), batch.lastSequence(), batch.baseOffset()));
        if (entry.last.size() > REMEMBERED) {
            entry.last.removeFirst();
        }
    }
}
