package dev.moldau.broker.group;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.protocol.record.MemoryRecords;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts records into as few batches as the log's size limit allows. Batches of one write become
 * committed one by one; that is no harm, because what is split (offsets, removals) is independent.
 */
final class GroupBatches {

    /** What one record may need on top of its key and value. */
    private static final int RECORD_OVERHEAD_BYTES =
            (int) BatchWriter.sizeBound(0, 0, List.of()) - BatchView.HEADER_BYTES;

    private final BatchWriter writer;

    GroupBatches(Codecs codecs) {
        this.writer = new BatchWriter(codecs);
    }

    /** A batch with the facts in it. */
    record Batch(MemoryRecords bytes, List<GroupRecord> records) {}

    private record Encoded(GroupRecord record, ByteBuffer key, @Nullable ByteBuffer value) {

        int sizeBoundBytes() {
            return RECORD_OVERHEAD_BYTES
                    + key.remaining()
                    + (value == null ? 0 : value.remaining());
        }
    }

    /**
     * @param maxBatchBytes the log's limit; a record that alone is larger gets a batch of its own,
     *     which the log will refuse
     */
    List<Batch> of(List<GroupRecord> records, long timestampMs, int maxBatchBytes) {
        List<Batch> batches = new ArrayList<>(1);
        List<Encoded> together = new ArrayList<>(records.size());
        long sizeBytes = BatchView.HEADER_BYTES;
        for (GroupRecord record : records) {
            Encoded next =
                    new Encoded(
                            record, GroupRecordFormat.key(record), GroupRecordFormat.value(record));
            if (!together.isEmpty() && sizeBytes + next.sizeBoundBytes() > maxBatchBytes) {
                batches.add(batch(together, sizeBytes, timestampMs));
                together.clear();
                sizeBytes = BatchView.HEADER_BYTES;
            }
            together.add(next);
            sizeBytes += next.sizeBoundBytes();
        }
        if (!together.isEmpty()) {
            batches.add(batch(together, sizeBytes, timestampMs));
        }
        return batches;
    }

    private Batch batch(List<Encoded> together, long sizeBytes, long timestampMs) {
        ByteBuffer target = ByteBuffer.allocate(Math.toIntExact(sizeBytes));
        writer.begin(target, BatchSettings.PLAIN);
        List<GroupRecord> records = new ArrayList<>(together.size());
        for (Encoded encoded : together) {
            writer.append(timestampMs, encoded.key(), encoded.value(), List.of());
            records.add(encoded.record());
        }
        writer.finish();
        return new Batch(new MemoryRecords(target.flip()), records);
    }
}
