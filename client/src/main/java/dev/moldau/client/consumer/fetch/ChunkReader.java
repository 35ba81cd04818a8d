package dev.moldau.client.consumer.fetch;

import dev.moldau.client.Header;
import dev.moldau.client.errors.DamagedRecordsException;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.compress.CorruptCompressedDataException;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.protocol.record.LegacyMessages;
import dev.moldau.protocol.record.RecordView;
import dev.moldau.protocol.record.TimestampType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the records of one chunk after the other, on the application's thread: checks each
 * batch's sum, inflates it, passes over what is not for the application (records before the place,
 * markers, aborted transactions). Makes no object per record. Used by one thread at a time.
 */
public final class ChunkReader implements AutoCloseable {

    /** What a batch may inflate to; one that claims more is an attack. */
    private static final int LARGEST_INFLATED_BYTES = 1 << 30;

    private static final TopicPartition NOWHERE = new TopicPartition("", 0);

    private final boolean checkCrcs;
    private final Codecs codecs = Codecs.inflatingToHeap();
    private final Batches batches = new Batches();
    private final RecordView records = new RecordView();
    private final HeapBatch onHeap = new HeapBatch();
    private final LegacyMessages legacy = new LegacyMessages(codecs, LARGEST_INFLATED_BYTES);
    private final AbortedRanges aborted = new AbortedRanges();

    private TopicPartition partition = NOWHERE;
    private long from;
    private boolean inBatch;
    private boolean isLegacy;
    private int epoch;
    private TimestampType timestampType = TimestampType.CREATE_TIME;

    /** A reader without a chunk. */
    public ChunkReader(boolean checkCrcs) {
        this.checkCrcs = checkCrcs;
    }

    /** Begins with a chunk, or goes on in the middle of one: from this offset on. */
    public void over(TopicPartition of, Chunk chunk, long fromOffset) {
        partition = of;
        from = fromOffset;
        inBatch = false;
        batches.over(chunk.bytes());
        aborted.over(chunk.aborted());
    }

    /**
     * Goes to the next record.
     *
     * @return false after the last one
     * @throws DamagedRecordsException if what follows cannot be read; it stays so
     */
    public boolean next() {
        try {
            return advance();
        } catch (CorruptRecordsException | CorruptCompressedDataException e) {
            throw damaged(String.valueOf(e.getMessage()), e);
        }
    }

    private boolean advance() {
        while (true) {
            while (inBatch) {
                if (!(isLegacy ? legacy.next() : records.next())) {
                    inBatch = false;
                } else if (offset() >= from) {
                    return true;
                }
            }
            if (!batches.next()) {
                return false;
            }
            enter(batches.batch());
        }
    }

    private void enter(BatchView batch) {
        if (aborted.covers(batch) || batch.isControl() || batch.lastOffset() < from) {
            return;
        }
        isLegacy = !batch.isV2();
        epoch = batch.partitionLeaderEpoch();
        if (isLegacy) {
            legacy.over(batch.buffer(), batch.start(), batches.nextStart());
        } else {
            if (checkCrcs && !batch.checksumMatches()) {
                throw damaged("the checksum does not match", null);
            }
            if (batch.compression() == Compression.NONE) {
                records.over(onHeap.copy(batch));
            } else {
                records.over(batch, codecs, LARGEST_INFLATED_BYTES);
            }
            timestampType = batch.timestampType();
        }
        inBatch = true;
    }

    private DamagedRecordsException damaged(String why, @Nullable Throwable cause) {
        BatchView batch = batches.batch();
        long first = Math.max(from, batch.isV2() ? batch.baseOffset() : from);
        return new DamagedRecordsException(
                "the batch of "
                        + partition
                        + " with offsets up to "
                        + batch.lastOffset()
                        + " cannot be read: "
                        + why
                        + "; to go on without it, seek to offset "
                        + (batch.lastOffset() + 1),
                partition,
                first,
                ErrorCode.CORRUPT_MESSAGE,
                cause);
    }

    /** The record's offset. */
    public long offset() {
        return isLegacy ? legacy.offset() : records.offset();
    }

    /** The leader epoch in which the record was appended; -1 for old formats. */
    public int epoch() {
        return epoch;
    }

    /** The record's time, in epoch ms; -1 for none. */
    public long timestampMs() {
        return isLegacy ? legacy.timestamp() : records.timestamp();
    }

    /** Whether the broker set the time and not the producer. */
    public boolean isAppendTime() {
        TimestampType type = isLegacy ? legacy.timestampType() : timestampType;
        return type == TimestampType.LOG_APPEND_TIME;
    }

    /** A copy of the key, or null. */
    public byte @Nullable [] key() {
        return isLegacy
                ? copy(legacy.buffer(), legacy.keyStart(), legacy.keySize())
                : copy(records.buffer(), records.keyStart(), records.keySize());
    }

    /** A copy of the value, or null. */
    public byte @Nullable [] value() {
        return isLegacy
                ? copy(legacy.buffer(), legacy.valueStart(), legacy.valueSize())
                : copy(records.buffer(), records.valueStart(), records.valueSize());
    }

    private static byte @Nullable [] copy(ByteBuffer bytes, int from, int size) {
        if (size < 0) {
            return null;
        }
        if (bytes.hasArray()) {
            int at = bytes.arrayOffset() + from;
            return Arrays.copyOfRange(bytes.array(), at, at + size);
        }
        byte[] copy = new byte[size];
        bytes.get(from, copy);
        return copy;
    }

    /**
     * The headers, which are taken apart when they are looked at.
     *
     * @throws DamagedRecordsException if they are not well formed
     */
    public List<Header> headers() {
        if (isLegacy || records.headerCount() == 0) {
            return List.of();
        }
        int count = 0;
        try {
            while (records.nextHeader()) {
                count++;
            }
        } catch (CorruptRecordsException e) {
            throw damaged(String.valueOf(e.getMessage()), e);
        }
        byte[] bytes = new byte[records.headersSizeBytes()];
        records.buffer().get(records.headersStart(), bytes);
        return new LazyHeaders(bytes, count);
    }

    /** Frees what inflating took. */
    @Override
    public void close() {
        codecs.close();
    }
}
