package dev.moldau.protocol.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;

class BatchViewTest {

    private static ByteBuffer kafkaBatch(int recordCount) {
        MemoryRecordsBuilder builder =
                new MemoryRecordsBuilder(
                        ByteBuffer.allocate(4096),
                        RecordBatch.MAGIC_VALUE_V2,
                        Compression.NONE,
                        org.apache.kafka.common.record.TimestampType.CREATE_TIME,
                        1000,
                        5,
                        77,
                        (short) 3,
                        Integer.MAX_VALUE - 1,
                        true,
                        false,
                        9,
                        4096);
        for (int i = 0; i < recordCount; i++) {
            builder.append(new SimpleRecord(100 + i, ("value " + i).getBytes(UTF_8)));
        }
        return builder.build().buffer();
    }

    private static MutableRecordBatch kafkaView(ByteBuffer bytes) {
        return org.apache.kafka.common.record.internal.MemoryRecords.readableRecords(bytes)
                .batches()
                .iterator()
                .next();
    }

    @Test
    void readsEveryHeaderFieldOfHeapAndDirectBuffersAtAnyPlace() {
        ByteBuffer heap = kafkaBatch(4);
        for (boolean direct : new boolean[] {false, true}) {
            int size = heap.remaining();
            ByteBuffer bytes =
                    direct ? ByteBuffer.allocateDirect(size + 30) : ByteBuffer.allocate(size + 30);
            bytes.put(13, heap, heap.position(), size);
            BatchView view = new BatchView().wrap(bytes, 13);

            assertThat(view.baseOffset()).isEqualTo(1000);
            assertThat(view.lastOffset()).isEqualTo(1003);
            assertThat(view.lastOffsetDelta()).isEqualTo(3);
            assertThat(view.sizeBytes()).isEqualTo(size);
            assertThat(view.partitionLeaderEpoch()).isEqualTo(9);
            assertThat(view.magic()).isEqualTo((byte) 2);
            assertThat(view.compression()).isEqualTo(dev.moldau.protocol.compress.Compression.NONE);
            assertThat(view.timestampType()).isEqualTo(TimestampType.CREATE_TIME);
            assertThat(view.isTransactional()).isTrue();
            assertThat(view.isControl()).isFalse();
            assertThat(view.deleteHorizonMs()).isEmpty();
            assertThat(view.baseTimestamp()).isEqualTo(100);
            assertThat(view.maxTimestamp()).isEqualTo(103);
            assertThat(view.producerId()).isEqualTo(77);
            assertThat(view.producerEpoch()).isEqualTo((short) 3);
            assertThat(view.baseSequence()).isEqualTo(Integer.MAX_VALUE - 1);
            assertThat(view.lastSequence()).isEqualTo(1);
            assertThat(view.recordCount()).isEqualTo(4);
            assertThat(view.checksumMatches()).isTrue();
            assertThat(bytes.position()).isZero();
        }
    }

    @Test
    void settingOffsetAndLeaderEpochKeepsTheChecksumRight() {
        ByteBuffer bytes = kafkaBatch(2);
        BatchView view = new BatchView().wrap(bytes, 0);
        view.baseOffset(123_456_789_012L);
        view.partitionLeaderEpoch(42);

        MutableRecordBatch kafka = kafkaView(bytes);
        kafka.ensureValid();
        assertThat(kafka.baseOffset()).isEqualTo(123_456_789_012L);
        assertThat(kafka.partitionLeaderEpoch()).isEqualTo(42);
    }

    @Test
    void stampingWithTheBrokersTimeIsWhatKafkaDoes() {
        ByteBuffer ours = kafkaBatch(2);
        ByteBuffer theirs = kafkaBatch(2);
        new BatchView().wrap(ours, 0).logAppendTime(5_000);
        ((DefaultRecordBatch) kafkaView(theirs))
                .setMaxTimestamp(
                        org.apache.kafka.common.record.TimestampType.LOG_APPEND_TIME, 5_000);

        assertThat(ours).isEqualTo(theirs);
        assertThat(new BatchView().wrap(ours, 0).timestampType())
                .isEqualTo(TimestampType.LOG_APPEND_TIME);
    }

    @Test
    void aFlippedBitBreaksTheChecksum() {
        ByteBuffer bytes = kafkaBatch(2);
        BatchView view = new BatchView().wrap(bytes, 0);
        for (int at = BatchView.ATTRIBUTES_AT; at < view.sizeBytes(); at++) {
            bytes.put(at, (byte) (bytes.get(at) ^ 0x10));
            assertThat(view.checksumMatches()).as("byte %d", at).isFalse();
            bytes.put(at, (byte) (bytes.get(at) ^ 0x10));
        }
    }

    @Test
    void walksBatchesAndStopsAtOneThatIsCutOff() {
        ByteBuffer one = kafkaBatch(3);
        int size = one.remaining();
        ByteBuffer run = ByteBuffer.allocate(3 * size);
        run.put(one.duplicate()).put(one.duplicate()).put(one.duplicate()).flip();
        for (int cut = 0; cut <= 3 * size; cut++) {
            Batches batches = new Batches().over(run, 0, cut);
            int count = 0;
            while (batches.next()) {
                assertThat(batches.batch().start()).isEqualTo(count * size);
                count++;
            }
            assertThat(count).isEqualTo(cut / size);
            assertThat(batches.remainingBytes()).isEqualTo(cut % size);
            assertThat(batches.nextStart()).isEqualTo(count * size);
        }
    }

    @Test
    void refusesImpossibleSizesAndUnknownMagic() {
        for (int sizeField : new int[] {-1, 0, 48, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            ByteBuffer bytes = kafkaBatch(1);
            bytes.putInt(BatchView.SIZE_AT, sizeField);
            assertThatThrownBy(() -> new Batches().over(bytes).next())
                    .as("size field %d", sizeField)
                    .isInstanceOf(CorruptRecordsException.class);
        }
        ByteBuffer bytes = kafkaBatch(1);
        bytes.put(BatchView.MAGIC_AT, (byte) 3);
        assertThatThrownBy(() -> new Batches().over(bytes).next())
                .isInstanceOf(CorruptRecordsException.class)
                .hasMessageContaining("magic 3");
    }
}
