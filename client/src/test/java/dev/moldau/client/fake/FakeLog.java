package dev.moldau.client.fake;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.protocol.record.RecordView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The log of one partition of one topic id. All replicas are thought of as having it. */
public final class FakeLog {

    private static final int INFLATED_LIMIT_BYTES = 64 << 20;

    private final List<StoredBatch> batches = new ArrayList<>();
    private final Set<Long> acknowledged = new HashSet<>();
    private ProducerLedger ledger = new ProducerLedger();
    private long end;

    /**
     * What became of a batch.
     *
     * @param baseOffset -1 after an error
     */
    record Outcome(ErrorCode error, long baseOffset, @Nullable String detail) {}

    /** Judges a batch whose checksum was found right, and appends it. */
    Outcome append(BatchView batch, Codecs codecs) {
        if (batch.hasProducerId()) {
            ProducerLedger.Verdict verdict = ledger.judge(batch);
            if (verdict.error() != ErrorCode.NONE) {
                return new Outcome(verdict.error(), -1, null);
            }
            if (verdict.duplicateOf() >= 0) {
                return new Outcome(ErrorCode.NONE, verdict.duplicateOf(), null);
            }
        }
        List<LoggedRecord> records;
        try {
            records = read(batch, codecs);
        } catch (CorruptRecordsException e) {
            return new Outcome(ErrorCode.CORRUPT_MESSAGE, -1, e.getMessage());
        }
        if (records.isEmpty() || records.size() != batch.lastOffsetDelta() + 1) {
            return new Outcome(ErrorCode.INVALID_RECORD, -1, "the record count is not true");
        }
        StoredBatch stored =
                new StoredBatch(
                        end,
                        end + batch.lastOffsetDelta(),
                        batch.producerId(),
                        batch.producerEpoch(),
                        batch.baseSequence(),
                        batch.lastSequence(),
                        batch.sizeBytes(),
                        records);
        batches.add(stored);
        ledger.remember(stored);
        end = stored.lastOffset() + 1;
        return new Outcome(ErrorCode.NONE, stored.baseOffset(), null);
    }

    private List<LoggedRecord> read(BatchView batch, Codecs codecs) {
        List<LoggedRecord> records = new ArrayList<>();
        RecordView record = new RecordView().over(batch, codecs, INFLATED_LIMIT_BYTES);
        while (record.next()) {
            records.add(
                    new LoggedRecord(
                            end + record.offsetDelta(),
                            record.timestamp(),
                            bytes(record.key()),
                            bytes(record.value()),
                            record.headerCount()));
        }
        return List.copyOf(records);
    }

    private static byte @Nullable [] bytes(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return null;
        }
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(buffer.position(), copy);
        return copy;
    }

    /** The client will be told that the batch which begins here is in the log. */
    void acknowledge(long baseOffset) {
        acknowledged.add(baseOffset);
    }

    /**
     * The leader dies before the others have its last batches: what was acknowledged stays, and all
     * before it. What is left of the producers is what the log says.
     *
     * @return how many records are gone
     */
    public int loseUnacknowledgedTail() {
        int lost = 0;
        while (!batches.isEmpty()) {
            StoredBatch last = batches.get(batches.size() - 1);
            if (acknowledged.contains(last.baseOffset())) {
                break;
            }
            batches.remove(batches.size() - 1);
            end = last.baseOffset();
            lost += last.records().size();
        }
        if (lost > 0) {
            ledger = new ProducerLedger();
            batches.forEach(ledger::remember);
        }
        return lost;
    }

    /** The offset that the next record will get. */
    public long endOffset() {
        return end;
    }

    /** How many batches there are. */
    public int batchCount() {
        return batches.size();
    }

    /** All records, in order. */
    public List<LoggedRecord> records() {
        List<LoggedRecord> all = new ArrayList<>();
        batches.forEach(batch -> all.addAll(batch.records()));
        return all;
    }
}
