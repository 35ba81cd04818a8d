package dev.moldau.client.producer.send;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.RecordView;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A partition as a broker keeps it: appends what follows on the producer's last batch, recognizes
 * its last five, refuses old epochs, and takes anything from a producer that it does not know.
 */
final class ModelLog {

    private record Remembered(int base, int last, long offset) {}

    private static final class Producer {
        private short epoch;
        private int lastSequence = -1;
        private final List<Remembered> batches = new ArrayList<>();
    }

    /** An answer: an error, or where the batch is. */
    record Append(ErrorCode error, long offset) {}

    private final Map<Long, Producer> producers = new HashMap<>();

    /** The values in the log, by offset. */
    final List<String> values = new ArrayList<>();

    /** Forgets all producers, as a broker does whose records were all deleted. */
    void forgetProducers() {
        producers.clear();
    }

    Append append(ByteBuffer bytes) {
        BatchView batch = new BatchView().wrap(bytes, bytes.position());
        if (!batch.checksumMatches()) {
            return new Append(ErrorCode.CORRUPT_MESSAGE, -1);
        }
        if (!batch.hasProducerId()) {
            return new Append(ErrorCode.NONE, write(bytes));
        }
        Producer known = producers.get(batch.producerId());
        if (known != null) {
            if (batch.producerEpoch() < known.epoch) {
                return new Append(ErrorCode.INVALID_PRODUCER_EPOCH, -1);
            }
            if (batch.producerEpoch() == known.epoch) {
                for (Remembered each : known.batches) {
                    if (each.base == batch.baseSequence() && each.last == batch.lastSequence()) {
                        return new Append(ErrorCode.NONE, each.offset);
                    }
                }
                if (batch.baseSequence() != BatchView.sequenceAfter(known.lastSequence, 1)) {
                    return new Append(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
                }
            } else if (batch.baseSequence() != 0) {
                return new Append(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
            }
        }
        if (known == null || known.epoch != batch.producerEpoch()) {
            known = new Producer();
            known.epoch = batch.producerEpoch();
            producers.put(batch.producerId(), known);
        }
        long offset = write(bytes);
        known.lastSequence = batch.lastSequence();
        known.batches.add(new Remembered(batch.baseSequence(), batch.lastSequence(), offset));
        if (known.batches.size() > 5) {
            known.batches.remove(0);
        }
        return new Append(ErrorCode.NONE, offset);
    }

    private long write(ByteBuffer bytes) {
        long offset = values.size();
        values.addAll(values(bytes));
        return offset;
    }

    /** The values of a batch. */
    static List<String> values(ByteBuffer bytes) {
        List<String> values = new ArrayList<>();
        RecordView record = new RecordView().over(new BatchView().wrap(bytes, bytes.position()));
        while (record.next()) {
            byte[] value = new byte[record.valueSize()];
            record.buffer().get(record.valueStart(), value);
            values.add(new String(value, StandardCharsets.UTF_8));
        }
        return values;
    }
}
