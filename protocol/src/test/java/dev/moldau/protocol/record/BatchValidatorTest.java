package dev.moldau.protocol.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.record.Validation.Accepted;
import dev.moldau.protocol.record.Validation.RecordFault;
import dev.moldau.protocol.record.Validation.Refused;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jpountz.xxhash.XXHashFactory;
import org.assertj.core.api.AbstractObjectAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchValidatorTest {

    private static final long NOW_MS = Seen.NOW_MS;
    private static final long HOUR_MS = 3_600_000;

    private final Codecs codecs = new Codecs();
    private final BatchValidator validator = new BatchValidator(codecs);

    @AfterEach
    void close() {
        codecs.close();
    }

    private Validation validate(ByteBuffer batch) {
        return validator.validate(batch, BatchRules.DEFAULT, NOW_MS);
    }

    private static BatchRules rules(TimestampType type, long beforeMs, long afterMs, boolean keys) {
        return new BatchRules(10_000_000, type, beforeMs, afterMs, keys, true, 100_000_000, 100);
    }

    private static final BatchRules COMPACTED =
            rules(TimestampType.CREATE_TIME, Long.MAX_VALUE, HOUR_MS, true);

    private AbstractObjectAssert<?, RecordsFault> assertFault(ByteBuffer batch) {
        return assertFault(validate(batch));
    }

    private static AbstractObjectAssert<?, RecordsFault> assertFault(Validation validation) {
        assertThat(validation).isInstanceOf(Refused.class);
        Refused refused = (Refused) validation;
        assertThat(refused.reason()).isNotBlank();
        return assertThat(refused.fault()).as(refused.toString());
    }

    @ParameterizedTest
    @EnumSource
    void acceptsWhatKafkaWritesWithEveryCodec(Compression compression) {
        Random random = new Random(11);
        for (int round = 0; round < 40; round++) {
            List<Seen> samples = Seen.random(random, 1 + random.nextInt(80), 0);
            ByteBuffer batch =
                    Seen.writtenByKafka(2, compression, TimestampType.CREATE_TIME, samples);
            long max = samples.stream().mapToLong(Seen::timestamp).max().orElseThrow();
            int first =
                    IntStream.range(0, samples.size())
                            .filter(i -> samples.get(i).timestamp() == max)
                            .findFirst()
                            .orElseThrow();
            BatchRules rules =
                    rules(TimestampType.CREATE_TIME, Long.MAX_VALUE, Long.MAX_VALUE, false);
            assertThat(validator.validate(batch, rules, NOW_MS))
                    .isEqualTo(
                            new Accepted(
                                    samples.size(), samples.size() - 1, max, first, compression));
            assertThat(Seen.readByKafka(batch)).isEqualTo(samples);
        }
    }

    /** Kafka's consumers read that checksum in format v0 only: accepted, it would stop them all. */
    @Test
    void refusesAnLz4FrameWithTheChecksumOfFormat0() {
        List<Seen> samples = Seen.random(new Random(12), 20, 0);
        ByteBuffer batch =
                Seen.writtenByKafka(2, Compression.LZ4, TimestampType.CREATE_TIME, samples);
        int frame = BatchView.HEADER_BYTES;
        int signatureToSizeByte = 6;
        int right = Byte.toUnsignedInt(batch.get(frame + signatureToSizeByte));
        int old =
                XXHashFactory.fastestInstance().hash32().hash(batch, frame, signatureToSizeByte, 0)
                                >> 8
                        & 0xff;
        assertThat(old).isNotEqualTo(right);
        batch.put(frame + signatureToSizeByte, (byte) old);
        BatchView view = new BatchView().wrap(batch, 0);
        batch.putInt(BatchView.CRC_AT, view.computeCrc());

        assertFault(batch).isEqualTo(RecordsFault.INVALID_RECORD);
        assertThatThrownBy(() -> Seen.readByKafka(batch)).isInstanceOf(RuntimeException.class);
    }

    @ParameterizedTest
    @EnumSource
    void acceptsRecordsLargerThanAnyWindow(Compression compression) {
        String large = "x".repeat(90_000);
        RawBatch batch = new RawBatch();
        for (int i = 0; i < 10; i++) {
            batch.record(i, i, large.substring(i), "v");
        }
        assertThat(validate(batch.compressed(compression).build())).isInstanceOf(Accepted.class);
    }

    @Test
    void wrongChecksum() {
        ByteBuffer batch = RawBatch.of(3).build();
        batch.put(70, (byte) (batch.get(70) + 1));
        assertFault(batch).isEqualTo(RecordsFault.CORRUPT_MESSAGE);
    }

    @ParameterizedTest
    @EnumSource
    void wrongRecordCountInsideAValidChecksum(Compression compression) {
        for (int stated : new int[] {1, 2, 4, 5, 1_000_000, Integer.MAX_VALUE}) {
            ByteBuffer batch = RawBatch.of(3).statedCount(stated).compressed(compression).build();
            assertFault(batch).isEqualTo(RecordsFault.INVALID_RECORD);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE + 1})
    void emptyBatchOrNegativeCount(int count) {
        assertFault(RawBatch.of(0).statedCount(count).build())
                .isEqualTo(RecordsFault.INVALID_RECORD);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, -1, Integer.MAX_VALUE})
    void lastOffsetDeltaThatDoesNotFitTheCount(int delta) {
        assertFault(RawBatch.of(3).lastOffsetDelta(delta).build())
                .isEqualTo(RecordsFault.INVALID_RECORD);
    }

    @ParameterizedTest
    @EnumSource
    void offsetDeltasThatAreNotConsecutive(Compression compression) {
        int[][] cases = {{1, 2}, {0, 2}, {0, 0}, {1, 0}, {0, -1}, {0, 1 << 30}};
        for (int[] deltas : cases) {
            RawBatch batch = new RawBatch();
            for (int delta : deltas) {
                batch.record(0, delta, "k", "v");
            }
            assertFault(batch.compressed(compression).build())
                    .isEqualTo(RecordsFault.INVALID_RECORD);
        }
    }

    /** Records that are wrong in themselves, each after one that is right. */
    static Object[][] malformedRecords() {
        return new Object[][] {
            {"over-long record", new int[] {40, 0, 0, 2, 1, 1, 0}},
            {"record of 2 GB", new int[] {0xfe, 0xff, 0xff, 0xff, 0x0f, 0, 0, 2, 1, 1, 0}},
            {"negative record length", new int[] {1, 0, 0, 2, 1, 1, 0}},
            {"length that leaves bytes over", new int[] {14, 0, 0, 2, 1, 1, 0, 0}},
            {"length shorter than its fields", new int[] {10, 0, 0, 2, 1, 1, 0}},
            {"varint overflow in the length", new int[] {0xff, 0xff, 0xff, 0xff, 0xff, 1}},
            {"varint of 33 bits", new int[] {0xff, 0xff, 0xff, 0xff, 0x1f, 0, 0, 0, 0, 0}},
            {
                "varint overflow in the timestamp delta",
                new int[] {
                    32, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 2, 1, 1, 0, 0
                }
            },
            {"negative key size", new int[] {12, 0, 0, 2, 3, 1, 0}},
            {"negative key size before a value", new int[] {16, 0, 0, 2, 3, 4, 65, 65, 0}},
            {"key of 2 GB", new int[] {20, 0, 0, 2, 0xfe, 0xff, 0xff, 0xff, 0x0f, 1, 0}},
            {"key beyond the record", new int[] {12, 0, 0, 2, 8, 1, 0}},
            {"negative value size", new int[] {12, 0, 0, 2, 1, 3, 0}},
            {"value of 2 GB", new int[] {20, 0, 0, 2, 1, 0xfe, 0xff, 0xff, 0xff, 0x0f, 0}},
            {"value beyond the record", new int[] {12, 0, 0, 2, 1, 8, 0}},
            {"negative header count", new int[] {12, 0, 0, 2, 1, 1, 1}},
            {"header count without headers", new int[] {12, 0, 0, 2, 1, 1, 2}},
            {"header count of 2 GB", new int[] {20, 0, 0, 2, 1, 1, 0xfe, 0xff, 0xff, 0xff, 0x0f}},
            {"header with a null key", new int[] {16, 0, 0, 2, 1, 1, 2, 1, 1}},
            {"header key beyond the record", new int[] {16, 0, 0, 2, 1, 1, 2, 8, 1}},
            {"header value beyond the record", new int[] {16, 0, 0, 2, 1, 1, 2, 0, 8}},
            {"negative header value size", new int[] {16, 0, 0, 2, 1, 1, 2, 0, 3}},
            {"bytes after the headers", new int[] {18, 0, 0, 2, 1, 1, 2, 0, 1, 0}},
            {"empty record", new int[] {0}},
        };
    }

    @ParameterizedTest(name = "{0}")
    @org.junit.jupiter.params.provider.MethodSource("malformedRecords")
    void malformedRecordInsideAValidChecksum(String name, int[] bytes) {
        for (Compression compression : Compression.values()) {
            // Last in the batch and in the middle: the fast and the patient way of reading.
            for (int following : new int[] {0, 3}) {
                RawBatch batch = RawBatch.of(1).rawRecord(bytes);
                for (int i = 0; i < following; i++) {
                    batch.record(0, 2 + i, "key", "value");
                }
                assertFault(batch.compressed(compression).build())
                        .as("%s, %s, %d", name, compression, following)
                        .isEqualTo(RecordsFault.INVALID_RECORD);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytesAfterTheLastRecord(Compression compression) {
        assertFault(RawBatch.of(2).trailing(0).compressed(compression).build())
                .isEqualTo(RecordsFault.INVALID_RECORD);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 48, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void impossibleSizeField(int size) {
        ByteBuffer batch = RawBatch.of(1).build();
        batch.putInt(8, size);
        assertFault(batch).isEqualTo(RecordsFault.CORRUPT_MESSAGE);
    }

    @Test
    void cutOffAnywhere() {
        ByteBuffer batch = RawBatch.of(2).build();
        for (int length = 1; length < batch.capacity(); length++) {
            assertFault(batch.slice(0, length)).isEqualTo(RecordsFault.CORRUPT_MESSAGE);
        }
        assertFault(batch.slice(0, 0)).isEqualTo(RecordsFault.INVALID_RECORD);
    }

    @Test
    void moreThanOneBatch() {
        ByteBuffer batch = RawBatch.of(2).build();
        ByteBuffer two = ByteBuffer.allocate(2 * batch.capacity());
        two.put(batch.duplicate()).put(batch.duplicate()).flip();
        assertFault(two).isEqualTo(RecordsFault.INVALID_RECORD);
    }

    @Test
    void unknownAndOldMagic() {
        ByteBuffer batch = RawBatch.of(2).build();
        batch.put(16, (byte) 1);
        assertFault(batch).isEqualTo(RecordsFault.INVALID_RECORD);
        batch.put(16, (byte) 3);
        assertFault(batch).isEqualTo(RecordsFault.CORRUPT_MESSAGE);
    }

    @Test
    void largerThanTheTopicAllows() {
        ByteBuffer batch = RawBatch.of(20).build();
        BatchRules tight =
                new BatchRules(
                        batch.capacity() - 1,
                        TimestampType.CREATE_TIME,
                        Long.MAX_VALUE,
                        HOUR_MS,
                        false,
                        true,
                        1_000,
                        1);
        assertFault(validator.validate(batch, tight, NOW_MS))
                .isEqualTo(RecordsFault.MESSAGE_TOO_LARGE);
    }

    @Test
    void controlBatchFromAClient() {
        assertFault(RawBatch.of(1).producer(1, 0, 0).attributes(0x20).build())
                .isEqualTo(RecordsFault.INVALID_RECORD);
    }

    @Test
    void transactionWithoutProducerIdAndProducerIdWithoutEpochOrSequence() {
        assertFault(RawBatch.of(1).attributes(0x10).build()).isEqualTo(RecordsFault.INVALID_RECORD);
        assertFault(RawBatch.of(1).producer(1, -1, 0).build())
                .isEqualTo(RecordsFault.INVALID_RECORD);
        assertFault(RawBatch.of(1).producer(1, 0, -1).build())
                .isEqualTo(RecordsFault.INVALID_RECORD);
        assertThat(validate(RawBatch.of(1).attributes(0x10).producer(1, 0, 0).build()))
                .isInstanceOf(Accepted.class);
    }

    @Test
    void deleteHorizonAndLogAppendTimeFromAClient() {
        assertFault(RawBatch.of(1).attributes(0x40).build()).isEqualTo(RecordsFault.INVALID_RECORD);
        assertFault(RawBatch.of(1).attributes(0x08).build())
                .isEqualTo(RecordsFault.INVALID_TIMESTAMP);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7})
    void unknownCompression(int id) {
        assertFault(RawBatch.of(1).attributes(id).build())
                .isEqualTo(RecordsFault.UNSUPPORTED_COMPRESSION_TYPE);
    }

    @Test
    void zstdBelowProduceVersion7() {
        ByteBuffer batch = RawBatch.of(9).compressed(Compression.ZSTD).build();
        BatchRules old = BatchRules.DEFAULT.withZstdAllowed(false);
        assertFault(validator.validate(batch, old, NOW_MS))
                .isEqualTo(RecordsFault.UNSUPPORTED_COMPRESSION_TYPE);
        assertThat(validate(batch)).isInstanceOf(Accepted.class);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void recordsThatDoNotInflate(Compression compression) {
        assertFault(RawBatch.of(5).attributes(compression.id()).build())
                .isEqualTo(RecordsFault.INVALID_RECORD);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aBombIsRefusedAtTheLimit(Compression compression) {
        RawBatch bomb = new RawBatch();
        for (int i = 0; i < 10; i++) {
            bomb.record(0, i, "0".repeat(90_000), "");
        }
        BatchRules tight =
                new BatchRules(
                        1_000_000,
                        TimestampType.CREATE_TIME,
                        Long.MAX_VALUE,
                        HOUR_MS,
                        false,
                        true,
                        500_000,
                        1);
        Validation refused =
                validator.validate(bomb.compressed(compression).build(), tight, NOW_MS);
        assertFault(refused).isEqualTo(RecordsFault.INVALID_RECORD);
        assertThat(refused.toString()).contains("inflates beyond 500000 bytes");
    }

    @Test
    void compactedTopicsNameTheRecordsWithoutAKey() {
        RawBatch batch =
                new RawBatch()
                        .record(0, 0, "k", "v")
                        .record(0, 1, null, "v")
                        .record(0, 2, "", "v")
                        .record(0, 3, null, null);
        Validation refused = validator.validate(batch.build(), COMPACTED, NOW_MS);
        assertFault(refused).isEqualTo(RecordsFault.INVALID_RECORD);
        assertThat(((Refused) refused).records())
                .extracting(RecordFault::index)
                .containsExactly(1, 3);
        assertThat(validate(batch.build())).isInstanceOf(Accepted.class);
    }

    @Test
    void onlySoManyRecordsAreNamed() {
        RawBatch batch = new RawBatch();
        for (int i = 0; i < 1_000; i++) {
            batch.record(0, i, null, "v");
        }
        Refused refused = (Refused) validator.validate(batch.build(), COMPACTED, NOW_MS);
        assertThat(refused.records()).hasSize(Refused.MOST_RECORD_FAULTS);
        assertThat(refused.reason()).contains("1000 faults");
    }

    @Test
    void timestampsOutsideTheBoundsAreNamed() {
        BatchRules bounded = rules(TimestampType.CREATE_TIME, 1_000, 500, false);
        RawBatch batch =
                new RawBatch()
                        .record(-1_000, 0, "k", "v")
                        .record(500, 1, "k", "v")
                        .record(-1_001, 2, "k", "v")
                        .record(501, 3, "k", "v");
        Validation refused = validator.validate(batch.build(), bounded, NOW_MS);
        assertFault(refused).isEqualTo(RecordsFault.INVALID_TIMESTAMP);
        assertThat(((Refused) refused).records())
                .extracting(RecordFault::index)
                .containsExactly(2, 3);
        BatchRules brokersTime = rules(TimestampType.LOG_APPEND_TIME, 1_000, 500, false);
        assertThat(validator.validate(batch.build(), brokersTime, NOW_MS))
                .isInstanceOf(Accepted.class);
    }

    @Test
    void timestampsThatOverflowOrAreNegativeAreRefusedAndNoneIsFine() {
        assertFault(new RawBatch().record(Long.MAX_VALUE, 0, "k", "v").build())
                .isEqualTo(RecordsFault.INVALID_TIMESTAMP);
        assertFault(new RawBatch().record(-NOW_MS - 2, 0, "k", "v").build())
                .isEqualTo(RecordsFault.INVALID_TIMESTAMP);
        assertFault(new RawBatch().timestamps(Long.MAX_VALUE, 0).record(1, 0, "k", "v").build())
                .isEqualTo(RecordsFault.INVALID_TIMESTAMP);
        assertFault(new RawBatch().timestamps(Long.MIN_VALUE, 0).record(-1, 0, "k", "v").build())
                .isEqualTo(RecordsFault.INVALID_TIMESTAMP);
        assertThat(validate(new RawBatch().timestamps(-1, -1).record(0, 0, "k", "v").build()))
                .isEqualTo(new Accepted(1, 0, -1, 0, Compression.NONE));
    }

    @Test
    void aWrongMaximumTimestampIsSetRight() {
        ByteBuffer batch =
                new RawBatch()
                        .timestamps(NOW_MS, 0)
                        .record(3, 0, "k", "v")
                        .record(9, 1, "k", "v")
                        .record(9, 2, "k", "v")
                        .build();
        assertThat(validate(batch)).isEqualTo(new Accepted(3, 2, NOW_MS + 9, 1, Compression.NONE));
        BatchView view = new BatchView().wrap(batch, 0);
        assertThat(view.maxTimestamp()).isEqualTo(NOW_MS + 9);
        assertThat(view.checksumMatches()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void theBrokersTimeIsStampedWhereTheTopicAsksForIt(Compression compression) {
        ByteBuffer batch = RawBatch.of(9).compressed(compression).build();
        BatchRules brokersTime = rules(TimestampType.LOG_APPEND_TIME, 0, 0, false);
        assertThat(validator.validate(batch, brokersTime, NOW_MS + 7))
                .isEqualTo(new Accepted(9, 8, NOW_MS + 7, 0, compression));
        assertThat(Seen.readByKafka(batch))
                .hasSize(9)
                .allSatisfy(seen -> assertThat(seen.timestamp()).isEqualTo(NOW_MS + 7));
    }

    @Test
    void theBufferIsReadFromItsPositionAndNotMoved() {
        ByteBuffer batch = RawBatch.of(3).build();
        ByteBuffer frame = ByteBuffer.allocateDirect(batch.capacity() + 100);
        frame.put(50, batch, 0, batch.capacity()).position(50).limit(50 + batch.capacity());
        assertThat(validate(frame)).isInstanceOf(Accepted.class);
        assertThat(frame.position()).isEqualTo(50);
        assertThat(frame.limit()).isEqualTo(50 + batch.capacity());
    }
}
