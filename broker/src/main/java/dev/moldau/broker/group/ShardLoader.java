package dev.moldau.broker.group;

import dev.moldau.broker.group.GroupRecord.OffsetStored;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.message.ControlRecordKey;
import dev.moldau.protocol.message.ControlRecordKeyCodec;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.RecordView;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.WireReader;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies a shard's log slice by slice, and a slice in several turns. Knows nothing of threads:
 * {@link GroupShard} brings the slices, and lets others pass between two turns. Owned by the
 * shard's lane; lives for one load.
 */
final class ShardLoader {

    /** How much a compressed batch may inflate to; Kafka writes these batches uncompressed. */
    private static final int INFLATE_LIMIT_BYTES = 64 * 1_024 * 1_024;

    /**
     * After so many records a turn ends with the batch. Some milliseconds at most, where a slice of
     * a busy coordinator's log, applied by code that has never run before, takes most of a second.
     */
    static final int TURN_RECORDS = 500;

    private static final Logger LOG = LoggerFactory.getLogger(ShardLoader.class);

    private final String partition;
    private final DurableGroups durable = new DurableGroups();
    private final Codecs codecs;
    private final GroupRecordFormat format = new GroupRecordFormat();
    private final Batches batches = new Batches();
    private final RecordView records = new RecordView();
    private final long endOffset;
    private long nextOffset;
    private long sliceOffset;
    private long applied;
    private long skipped;

    /**
     * @param partition the partition's name, for logs
     * @param endOffset where to stop
     */
    ShardLoader(String partition, long startOffset, long endOffset, Codecs codecs) {
        this.partition = partition;
        this.nextOffset = startOffset;
        this.endOffset = endOffset;
        this.codecs = codecs;
    }

    boolean isDone() {
        return nextOffset >= endOffset;
    }

    /** The offset from which to read the next slice. */
    long nextOffset() {
        return nextOffset;
    }

    /** How many records counted. */
    long applied() {
        return applied;
    }

    /** How many records could not be read or are of a kind that this broker does not keep. */
    long skipped() {
        return skipped;
    }

    /** What the log says, once done. */
    DurableGroups durable() {
        return durable;
    }

    /** Begins a slice of whole batches. The one before must have been applied to its end. */
    void begin(MemoryRecords slice) {
        sliceOffset = nextOffset;
        batches.over(slice.bytes());
    }

    /**
     * Applies some more of the slice.
     *
     * @return whether there may be more
     * @throws dev.moldau.protocol.record.CorruptRecordsException if a batch is damaged
     * @throws IllegalStateException if the slice does not bring the load forward
     */
    boolean applySome() {
        long turnEnd = applied + skipped + TURN_RECORDS;
        while (batches.next()) {
            BatchView batch = batches.batch();
            if (batch.lastOffset() >= nextOffset) {
                apply(batch);
                nextOffset = batch.lastOffset() + 1;
            }
            if (applied + skipped >= turnEnd) {
                return true;
            }
        }
        if (nextOffset == sliceOffset) {
            throw new IllegalStateException(
                    partition
                            + " has no batch at offset "
                            + sliceOffset
                            + " but ends at "
                            + endOffset);
        }
        return false;
    }

    private void apply(BatchView batch) {
        records.over(batch, codecs, INFLATE_LIMIT_BYTES);
        while (records.next()) {
            ByteBuffer key = records.key();
            if (records.offset() < nextOffset) {
                continue;
            }
            if (key == null) {
                skip(records.offset(), "it has no key");
            } else if (batch.isControl()) {
                applyControl(batch.producerId(), key);
            } else {
                applyRecord(batch, key, records.value());
            }
        }
    }

    private void applyControl(long producerId, ByteBuffer key) {
        WireReader in = new WireReader(key);
        short version = in.readInt16();
        ControlRecordKey marker =
                ControlRecordKeyCodec.INSTANCE.read(
                        in,
                        (short) Math.min(version, ControlRecordKeyCodec.INSTANCE.highestVersion()));
        durable.endTransaction(producerId, marker.type() == 1);
        applied++;
    }

    private void applyRecord(BatchView batch, ByteBuffer key, @Nullable ByteBuffer value) {
        Optional<GroupRecord> read;
        try {
            read = format.read(key, value);
        } catch (MalformedMessageException e) {
            skip(records.offset(), e.getMessage());
            return;
        }
        if (read.isEmpty()) {
            skipped++;
            return;
        }
        if (batch.isTransactional() && read.get() instanceof OffsetStored stored) {
            durable.applyInTransaction(batch.producerId(), stored);
        } else {
            durable.apply(read.get());
        }
        applied++;
    }

    private void skip(long offset, @Nullable String why) {
        skipped++;
        LOG.warn("{}: the record at offset {} is skipped: {}", partition, offset, why);
    }
}
