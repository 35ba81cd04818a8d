package dev.moldau.client.fake;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.message.FetchResponse;
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
    private final FakeTransactions transactions = new FakeTransactions();
    private ProducerLedger ledger = new ProducerLedger();
    private long end;
    private long start;

    /**
     * What became of a batch.
     *
     * @param baseOffset -1 after an error
     */
    record Outcome(ErrorCode error, long baseOffset, @Nullable String detail) {}

    /** Judges a batch whose checksum was found right, and appends it. */
    Outcome append(BatchView batch, Codecs codecs, int epoch) {
        if (batch.hasProducerId() && !batch.isControl()) {
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
                        epoch,
                        stamped(batch, epoch),
                        records);
        batches.add(stored);
        if (!batch.isControl()) {
            ledger.remember(stored);
        }
        transactions.appended(batch, stored.baseOffset());
        end = stored.lastOffset() + 1;
        return new Outcome(ErrorCode.NONE, stored.baseOffset(), null);
    }

    private ByteBuffer stamped(BatchView batch, int epoch) {
        ByteBuffer copy = ByteBuffer.allocate(batch.sizeBytes());
        copy.put(batch.buffer().slice(batch.start(), batch.sizeBytes())).flip();
        BatchView stored = new BatchView().wrap(copy, 0);
        stored.baseOffset(end);
        stored.partitionLeaderEpoch(epoch);
        return copy;
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

    /** The batches from the one with this offset on and before an end, so many at most. */
    ByteBuffer read(long offset, long before, int most) {
        List<StoredBatch> found =
                batches.stream()
                        .filter(batch -> batch.lastOffset() >= offset)
                        .filter(batch -> batch.lastOffset() < before)
                        .limit(most)
                        .toList();
        ByteBuffer bytes =
                ByteBuffer.allocate(found.stream().mapToInt(b -> b.bytes().remaining()).sum());
        found.forEach(batch -> bytes.put(batch.bytes().slice()));
        return bytes.flip();
    }

    /** The epoch of the record at an offset, or of the last one before it; -1 without any. */
    int epochAt(long offset) {
        int epoch = -1;
        for (StoredBatch batch : batches) {
            if (batch.baseOffset() <= offset) {
                epoch = batch.epoch();
            }
        }
        return epoch;
    }

    /** Up to where all transactions have ended. */
    public long stableOffset() {
        return transactions.stableOffset(end);
    }

    List<FetchResponse.AbortedTransaction> abortedFrom(long offset) {
        return transactions.abortedFrom(offset);
    }

    /** The last epoch up to one, and where it ends; -1 and -1 if there is none. */
    FetchResponse.EpochEndOffset endOfEpoch(int epoch) {
        int greatest = -1;
        long endOffset = -1;
        for (StoredBatch batch : batches) {
            if (batch.epoch() <= epoch) {
                greatest = batch.epoch();
                endOffset = batch.lastOffset() + 1;
            }
        }
        return new FetchResponse.EpochEndOffset(greatest, endOffset);
    }

    /** Where the log leaves what somebody has read up to an offset; null if it does not. */
    FetchResponse.@Nullable EpochEndOffset divergence(int readEpoch, long upTo) {
        if (readEpoch < 0) {
            return null;
        }
        int greatest = -1;
        long endOffset = start;
        for (StoredBatch batch : batches) {
            if (batch.epoch() <= readEpoch) {
                greatest = batch.epoch();
                endOffset = batch.lastOffset() + 1;
            }
        }
        return greatest < readEpoch || endOffset < upTo
                ? new FetchResponse.EpochEndOffset(greatest, endOffset)
                : null;
    }

    /** Appends a batch of a producer that nobody judges. */
    public void append(ByteBuffer batch, int epoch) {
        try (Codecs codecs = new Codecs()) {
            Outcome outcome = append(new BatchView().wrap(batch, batch.position()), codecs, epoch);
            if (outcome.error() != ErrorCode.NONE) {
                throw new IllegalArgumentException("not a good batch: " + outcome);
            }
        }
    }

    /** Retention takes all before an offset. */
    public void deleteBefore(long offset) {
        batches.removeIf(batch -> batch.lastOffset() < offset);
        start = offset;
    }

    /** A leader without the records from this offset on was elected uncleanly. */
    public void cutAt(long offset) {
        batches.removeIf(batch -> batch.baseOffset() >= offset);
        end = batches.isEmpty() ? start : batches.get(batches.size() - 1).lastOffset() + 1;
    }

    /** A bit of the last batch is no longer as it was. */
    public void damageLast() {
        ByteBuffer bytes = batches.get(batches.size() - 1).bytes();
        int at = bytes.limit() - 1;
        bytes.put(at, (byte) (bytes.get(at) ^ 1));
    }

    /** The first offset that is there. */
    public long startOffset() {
        return start;
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
