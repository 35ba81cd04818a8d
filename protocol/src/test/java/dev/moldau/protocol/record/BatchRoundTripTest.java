package dev.moldau.protocol.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Batches go from us to Kafka and back without a difference. */
class BatchRoundTripTest {

    private static final int LIMIT_BYTES = 50_000_000;

    private final Codecs codecs = new Codecs();
    private final BatchWriter writer = new BatchWriter(codecs);
    private final RecordView records = new RecordView();

    @AfterEach
    void close() {
        codecs.close();
    }

    private ByteBuffer write(BatchSettings settings, List<Seen> samples) {
        ByteBuffer target = ByteBuffer.allocate(5_000_000);
        writer.begin(target, settings);
        for (Seen sample : samples) {
            writer.appendAt(
                    sample.offset(),
                    sample.timestamp(),
                    sample.keyBytes(),
                    sample.valueBytes(),
                    sample.ourHeaders());
        }
        int size = writer.finish();
        assertThat(target.position()).isEqualTo(size);
        return target.flip();
    }

    private List<Seen> read(ByteBuffer run) {
        List<Seen> list = new ArrayList<>();
        Batches batches = new Batches().over(run);
        while (batches.next()) {
            assertThat(batches.batch().checksumMatches()).isTrue();
            records.over(batches.batch(), codecs, LIMIT_BYTES);
            while (records.next()) {
                list.add(Seen.of(records));
            }
        }
        assertThat(batches.remainingBytes()).isZero();
        return list;
    }

    private static long seed() {
        long seed = Long.getLong("moldau.seed", System.nanoTime());
        System.out.println("BatchRoundTripTest seed " + seed);
        return seed;
    }

    @ParameterizedTest
    @EnumSource
    void kafkaReadsWhatWeWrite(Compression compression) {
        Random random = new Random(seed());
        for (int round = 0; round < 40; round++) {
            List<Seen> samples =
                    Seen.random(random, 1 + random.nextInt(60), random.nextInt(1_000_000));
            BatchSettings settings =
                    BatchSettings.PLAIN
                            .withBaseOffset(samples.get(0).offset())
                            .withCompression(compression);
            ByteBuffer batch = write(settings, samples);
            assertThat(Seen.readByKafka(batch)).isEqualTo(samples);
            assertThat(read(batch)).isEqualTo(samples);
        }
    }

    @ParameterizedTest
    @EnumSource
    void weReadWhatKafkaWrites(Compression compression) {
        Random random = new Random(seed());
        for (int round = 0; round < 40; round++) {
            for (TimestampType type : TimestampType.values()) {
                List<Seen> samples = Seen.random(random, 1 + random.nextInt(60), 1_000);
                ByteBuffer batch = Seen.writtenByKafka(2, compression, type, samples);
                assertThat(read(batch)).isEqualTo(Seen.readByKafka(batch)).hasSize(samples.size());
            }
        }
    }

    @Test
    void ourPlainBatchIsByteForByteKafkas() {
        Random random = new Random(seed());
        for (int round = 0; round < 100; round++) {
            List<Seen> samples = Seen.random(random, 1 + random.nextInt(20), 77);
            ByteBuffer ours = write(BatchSettings.PLAIN.withBaseOffset(77), samples);
            ByteBuffer kafkas =
                    Seen.writtenByKafka(2, Compression.NONE, TimestampType.CREATE_TIME, samples);
            assertThat(ours).isEqualTo(kafkas);
        }
    }

    @Test
    void kafkaReadsProducerStateTransactionLeaderEpochAndTheBrokersTime() {
        List<Seen> samples = Seen.random(new Random(1), 3, 500);
        BatchSettings settings =
                BatchSettings.PLAIN
                        .withBaseOffset(500)
                        .withProducer(1234, (short) 5, 99)
                        .inTransaction()
                        .withLeaderEpoch(17)
                        .withLogAppendTime(Seen.NOW_MS + 5);
        ByteBuffer batch = write(settings, samples);
        MutableRecordBatch kafka = MemoryRecords.readableRecords(batch).batches().iterator().next();
        kafka.ensureValid();
        assertThat(kafka.producerId()).isEqualTo(1234);
        assertThat(kafka.producerEpoch()).isEqualTo((short) 5);
        assertThat(kafka.baseSequence()).isEqualTo(99);
        assertThat(kafka.lastSequence()).isEqualTo(101);
        assertThat(kafka.isTransactional()).isTrue();
        assertThat(kafka.isControlBatch()).isFalse();
        assertThat(kafka.partitionLeaderEpoch()).isEqualTo(17);
        assertThat(kafka.lastOffset()).isEqualTo(502);
        assertThat(kafka.timestampType())
                .isEqualTo(org.apache.kafka.common.record.TimestampType.LOG_APPEND_TIME);
        assertThat(kafka.maxTimestamp()).isEqualTo(Seen.NOW_MS + 5);
        for (Record record : kafka) {
            assertThat(record.timestamp()).isEqualTo(Seen.NOW_MS + 5);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCopyOfSomeRecordsKeepsTheirOffsetsAndTheOffsetsTheBatchCovers(Compression compression) {
        List<Seen> samples = Seen.random(new Random(2), 50, 1_000);
        ByteBuffer source = Seen.writtenByKafka(2, compression, TimestampType.CREATE_TIME, samples);
        BatchView batch = new BatchView().wrap(source, 0);
        ByteBuffer target = ByteBuffer.allocate(1_000_000);
        List<Seen> expected = new ArrayList<>();
        try (Codecs other = new Codecs()) {
            records.over(batch, other, LIMIT_BYTES);
            writer.begin(
                    target, BatchSettings.PLAIN.withBaseOffset(1_000).withCompression(compression));
            while (records.next()) {
                if (records.offsetDelta() % 3 == 1) {
                    writer.append(records);
                    expected.add(samples.get(records.offsetDelta()));
                }
            }
            writer.finish(batch.lastOffsetDelta());
        }
        target.flip();
        assertThat(Seen.readByKafka(target)).isEqualTo(expected);
        assertThat(new BatchView().wrap(target, 0).lastOffset()).isEqualTo(1_049);
    }

    @Test
    void roomIsCountedExactlyAndARecordThatDoesNotFitLeavesTheBatchAsItWas() {
        Random random = new Random(seed());
        for (int round = 0; round < 300; round++) {
            List<Seen> samples = Seen.random(random, 10, 0);
            ByteBuffer whole = write(BatchSettings.PLAIN, samples);
            ByteBuffer tight = ByteBuffer.allocate(whole.remaining());
            fill(tight, samples, samples.size());
            assertThat(tight.flip()).isEqualTo(whole);
            fill(ByteBuffer.allocate(whole.remaining() - 1), samples, samples.size() - 1);
        }
    }

    private void fill(ByteBuffer target, List<Seen> samples, int expectedCount) {
        writer.begin(target, BatchSettings.PLAIN);
        for (Seen sample : samples) {
            ByteBuffer key = sample.keyBytes();
            ByteBuffer value = sample.valueBytes();
            int keySize = key == null ? -1 : key.remaining();
            int valueSize = value == null ? -1 : value.remaining();
            boolean fits =
                    writer.hasRoomFor(sample.timestamp(), keySize, valueSize, sample.ourHeaders());
            if (fits) {
                writer.append(sample.timestamp(), key, value, sample.ourHeaders());
            } else {
                int size = writer.sizeBytes();
                assertThatThrownBy(
                                () ->
                                        writer.append(
                                                sample.timestamp(),
                                                key,
                                                value,
                                                sample.ourHeaders()))
                        .isInstanceOf(BufferOverflowException.class);
                assertThat(writer.sizeBytes()).isEqualTo(size);
                break;
            }
            assertThat(BatchWriter.sizeBound(keySize, valueSize, sample.ourHeaders()))
                    .isGreaterThan(keySize + valueSize + BatchView.HEADER_BYTES);
        }
        assertThat(writer.recordCount()).isEqualTo(expectedCount);
        writer.finish();
    }

    @Test
    void recordsThatCompressionDoesNotMakeSmallerStayPlainAndFit() {
        byte[] noise = new byte[1_000];
        new Random(3).nextBytes(noise);
        int size = write(BatchSettings.PLAIN, List.of(sample(noise))).remaining();
        ByteBuffer target = ByteBuffer.allocate(size);
        writer.begin(target, BatchSettings.PLAIN.withCompression(Compression.GZIP));
        writer.append(Seen.NOW_MS, null, ByteBuffer.wrap(noise), List.of());
        writer.finish();
        assertThat(new BatchView().wrap(target, 0).compression()).isEqualTo(Compression.NONE);
        assertThat(Seen.readByKafka(target.flip())).containsExactly(sample(noise));
    }

    private static Seen sample(byte[] value) {
        return new Seen(0, Seen.NOW_MS, null, Seen.decode(ByteBuffer.wrap(value)), List.of());
    }

    @ParameterizedTest
    @EnumSource
    void recompressingChangesNothingButTheCodec(Compression to) {
        List<Seen> samples = Seen.random(new Random(4), 60, 10);
        for (Compression from : Compression.values()) {
            ByteBuffer source = Seen.writtenByKafka(2, from, TimestampType.CREATE_TIME, samples);
            BatchView batch = new BatchView().wrap(source, 0);
            batch.partitionLeaderEpoch(6);
            ByteBuffer result =
                    new Recompressor(codecs).recompress(batch, to, to.defaultLevel(), LIMIT_BYTES);
            assertThat(new BatchView().wrap(result, 0).compression()).isEqualTo(to);
            assertThat(new BatchView().wrap(result, 0).partitionLeaderEpoch()).isEqualTo(6);
            assertThat(Seen.readByKafka(result)).isEqualTo(samples);
        }
    }

    @Test
    void endOfTransactionIsByteForByteKafkasAndIsReadBack() {
        for (boolean committed : new boolean[] {true, false}) {
            EndTransactionMarker marker = new EndTransactionMarker(committed, 8);
            ByteBuffer target = ByteBuffer.allocate(EndTransactionMarker.BATCH_BOUND_BYTES);
            marker.write(
                    writer,
                    target,
                    BatchSettings.PLAIN
                            .withBaseOffset(321)
                            .withLeaderEpoch(4)
                            .withProducer(55, (short) 2, BatchView.NO_SEQUENCE),
                    Seen.NOW_MS);
            MemoryRecords kafkas =
                    MemoryRecords.withEndTransactionMarker(
                            321,
                            Seen.NOW_MS,
                            4,
                            55,
                            (short) 2,
                            new org.apache.kafka.common.record.internal.EndTransactionMarker(
                                    committed ? ControlRecordType.COMMIT : ControlRecordType.ABORT,
                                    8));
            assertThat(target.flip()).isEqualTo(kafkas.buffer());

            records.over(new BatchView().wrap(target, 0));
            assertThat(records.next()).isTrue();
            assertThat(EndTransactionMarker.read(records)).contains(marker);
            assertThat(records.next()).isFalse();
        }
    }

    @Test
    void offsetsMustRise() {
        writer.begin(ByteBuffer.allocate(1_000), BatchSettings.PLAIN);
        writer.appendAt(5, 0, null, null, List.of());
        assertThatThrownBy(() -> writer.appendAt(5, 0, null, null, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> writer.finish(4)).isInstanceOf(IllegalArgumentException.class);
    }
}
