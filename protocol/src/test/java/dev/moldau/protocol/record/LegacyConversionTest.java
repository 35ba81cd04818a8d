package dev.moldau.protocol.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Message sets of formats v0 and v1, read, converted up and down, against Kafka's own classes. */
class LegacyConversionTest {

    private static final int LIMIT_BYTES = 50_000_000;

    private final Codecs codecs = new Codecs();
    private final LegacyMessages messages = new LegacyMessages(codecs, LIMIT_BYTES);
    private final UpConverter up = new UpConverter(codecs, LIMIT_BYTES);
    private final DownConverter down = new DownConverter(codecs, LIMIT_BYTES);

    @AfterEach
    void close() {
        codecs.close();
    }

    private static ByteBuffer concat(List<ByteBuffer> parts) {
        ByteBuffer all = ByteBuffer.allocate(parts.stream().mapToInt(ByteBuffer::remaining).sum());
        parts.forEach(part -> all.put(part.duplicate()));
        return all.flip();
    }

    private List<Seen> read(ByteBuffer set) {
        List<Seen> list = new ArrayList<>();
        messages.over(set);
        while (messages.next()) {
            list.add(Seen.of(messages));
        }
        return list;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ZSTD")
    void weReadTheSetsThatKafkaWrites(Compression compression) {
        Random random = new Random(5);
        for (int round = 0; round < 30; round++) {
            for (int magic = 0; magic <= 1; magic++) {
                for (TimestampType type : TimestampType.values()) {
                    if (magic == 0 && type == TimestampType.LOG_APPEND_TIME) {
                        continue;
                    }
                    ByteBuffer first =
                            Seen.writtenByKafka(
                                    magic, compression, type, Seen.random(random, 9, 100));
                    ByteBuffer second =
                            Seen.writtenByKafka(
                                    magic, compression, type, Seen.random(random, 7, 500));
                    ByteBuffer set = concat(List.of(first, second));
                    assertThat(read(set)).hasSize(16).isEqualTo(Seen.readByKafka(set));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ZSTD")
    void setsBecomeOneBatchOfTheSameCodec(Compression compression) {
        Random random = new Random(6);
        for (int round = 0; round < 30; round++) {
            for (int magic = 0; magic <= 1; magic++) {
                List<Seen> samples = Seen.random(random, 1 + random.nextInt(50), 0);
                ByteBuffer set =
                        Seen.writtenByKafka(magic, compression, TimestampType.CREATE_TIME, samples);
                ByteBuffer batch = converted(set);

                List<Seen> expected = new ArrayList<>();
                for (Seen sample : samples) {
                    expected.add(
                            sample.withoutHeaders()
                                    .withTimestamp(magic == 0 ? -1 : sample.timestamp()));
                }
                assertThat(Seen.readByKafka(batch)).isEqualTo(expected);
                Compression actual = new BatchView().wrap(batch, 0).compression();
                assertThat(actual).isIn(compression, Compression.NONE);
                BatchRules rules =
                        new BatchRules(
                                10_000_000,
                                TimestampType.CREATE_TIME,
                                Long.MAX_VALUE,
                                Long.MAX_VALUE,
                                false,
                                true,
                                LIMIT_BYTES,
                                100);
                assertThat(new BatchValidator(codecs).validate(batch, rules, Seen.NOW_MS))
                        .isInstanceOf(Validation.Accepted.class);
            }
        }
    }

    private ByteBuffer converted(ByteBuffer set) {
        UpConversion conversion = up.convert(set);
        assertThat(conversion).isInstanceOf(UpConversion.Converted.class);
        return ((UpConversion.Converted) conversion).batch();
    }

    @Test
    void offsetsThatOldClientsWriteDoNotMatter() {
        ByteBuffer set =
                Seen.writtenByKafka(0, Compression.NONE, TimestampType.CREATE_TIME, three());
        for (int at = 0; at < set.limit(); at += Batches.sizeAt(set, at)) {
            set.putLong(at, 0);
        }
        assertThat(Seen.readByKafka(converted(set)))
                .extracting(Seen::offset)
                .containsExactly(0L, 1L, 2L);
    }

    private static List<Seen> three() {
        return Seen.random(new Random(8), 3, 0);
    }

    private List<Seen> expectedAfter(int toMagic, long fromOffset, List<Seen> samples) {
        List<Seen> expected = new ArrayList<>();
        for (Seen sample : samples) {
            if (sample.offset() >= fromOffset) {
                expected.add(
                        sample.withoutHeaders()
                                .withTimestamp(toMagic == 0 ? -1 : sample.timestamp()));
            }
        }
        return expected;
    }

    @ParameterizedTest
    @EnumSource
    void batchesBecomeSetsOfTheSameCodecForOldReaders(Compression compression) {
        Random random = new Random(9);
        for (int round = 0; round < 30; round++) {
            for (int toMagic = 0; toMagic <= 1; toMagic++) {
                long base = 5_000_000_000L;
                List<Seen> samples = Seen.random(random, 60, base);
                ByteBuffer run =
                        concat(
                                List.of(
                                        Seen.writtenByKafka(
                                                2,
                                                compression,
                                                TimestampType.CREATE_TIME,
                                                samples.subList(0, 35)),
                                        Seen.writtenByKafka(
                                                2,
                                                compression,
                                                TimestampType.CREATE_TIME,
                                                samples.subList(35, 60))));
                long fromOffset = base + random.nextInt(60);
                ByteBuffer target = ByteBuffer.allocate(3_000_000);
                DownConversion conversion = down.convert(run, toMagic, fromOffset, target);
                assertThat(conversion)
                        .isEqualTo(new DownConversion(target.position(), base + 60, 0));
                target.flip();
                assertThat(Seen.readByKafka(target))
                        .isEqualTo(expectedAfter(toMagic, fromOffset, samples));
                for (MutableRecordBatch set :
                        MemoryRecords.readableRecords(target.slice()).batches()) {
                    assertThat((int) set.magic()).isEqualTo(toMagic);
                    assertThat((int) set.compressionType().id)
                            .isIn(0, compression == Compression.ZSTD ? 0 : compression.id());
                }
            }
        }
    }

    @Test
    void aCompressedBatchStaysCompressedAndLz4OfFormat0HasTheOldChecksum() {
        List<Seen> samples = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            samples.add(new Seen(i, Seen.NOW_MS, "key", "value".repeat(20), List.of()));
        }
        for (Compression compression :
                List.of(Compression.GZIP, Compression.SNAPPY, Compression.LZ4)) {
            for (int toMagic = 0; toMagic <= 1; toMagic++) {
                ByteBuffer run =
                        Seen.writtenByKafka(2, compression, TimestampType.CREATE_TIME, samples);
                ByteBuffer target = ByteBuffer.allocate(100_000);
                down.convert(run, toMagic, 0, target);
                target.flip();
                BatchView wrapper = new BatchView().wrap(target, 0);
                assertThat(wrapper.sizeBytes()).isEqualTo(target.remaining());
                assertThat(wrapper.compression()).isEqualTo(compression);
                assertThat(wrapper.baseOffset()).isEqualTo(49);
                assertThat(new BatchView().wrap(converted(target), 0).compression())
                        .isEqualTo(compression);
                if (compression == Compression.LZ4) {
                    ByteBuffer kafkas =
                            Seen.writtenByKafka(
                                    toMagic, compression, TimestampType.CREATE_TIME, samples);
                    int headerChecksumAt = (toMagic == 0 ? 26 : 34) + 6;
                    assertThat(target.get(headerChecksumAt))
                            .isEqualTo(kafkas.get(headerChecksumAt));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReaderWithATinyLimitStillGetsEverythingOnce(Compression compression) {
        Random random = new Random(10);
        for (int toMagic = 0; toMagic <= 1; toMagic++) {
            List<Seen> samples = Seen.random(random, 100, 70);
            List<ByteBuffer> batches = new ArrayList<>();
            for (int from = 0; from < 100; from += 20) {
                batches.add(
                        Seen.writtenByKafka(
                                2,
                                compression,
                                TimestampType.CREATE_TIME,
                                samples.subList(from, from + 20)));
            }
            ByteBuffer run = concat(batches);
            List<Seen> seen = new ArrayList<>();
            long next = 70;
            while (next < 170) {
                ByteBuffer target = ByteBuffer.allocate(300 + random.nextInt(1_000));
                DownConversion conversion = down.convert(run, toMagic, next, target);
                if (conversion.neededBytes() > 0) {
                    assertThat(conversion.sizeBytes()).isZero();
                    assertThat(conversion.nextOffset()).isEqualTo(next);
                    assertThat(conversion.neededBytes()).isGreaterThan(target.capacity());
                    target = ByteBuffer.allocate(conversion.neededBytes());
                    conversion = down.convert(run, toMagic, next, target);
                }
                assertThat(conversion.sizeBytes()).isPositive();
                seen.addAll(Seen.readByKafka(target.flip()));
                next = conversion.nextOffset();
            }
            assertThat(seen).isEqualTo(expectedAfter(toMagic, 0, samples));
        }
    }

    @Test
    void format1BecomesFormat0AndOldSetsGoOutAsTheyAre() {
        List<Seen> samples = Seen.random(new Random(12), 40, 20);
        for (Compression compression :
                List.of(Compression.NONE, Compression.GZIP, Compression.LZ4)) {
            ByteBuffer v1 = Seen.writtenByKafka(1, compression, TimestampType.CREATE_TIME, samples);
            ByteBuffer target = ByteBuffer.allocate(1_000_000);
            DownConversion conversion = down.convert(v1, 0, 30, target);
            assertThat(conversion.nextOffset()).isEqualTo(60);
            assertThat(Seen.readByKafka(target.flip())).isEqualTo(expectedAfter(0, 30, samples));

            target.clear();
            down.convert(v1, 1, 20, target);
            assertThat(target.flip()).isEqualTo(v1);
        }
    }

    @Test
    void theBrokersTimeStaysTheBrokersTimeInFormat1() {
        ByteBuffer run =
                Seen.writtenByKafka(
                        2,
                        Compression.GZIP,
                        TimestampType.LOG_APPEND_TIME,
                        Seen.random(new Random(13), 30, 0));
        ByteBuffer target = ByteBuffer.allocate(1_000_000);
        down.convert(run, 1, 0, target);
        target.flip();
        for (MutableRecordBatch batch : MemoryRecords.readableRecords(target).batches()) {
            assertThat(batch.timestampType())
                    .isEqualTo(org.apache.kafka.common.record.TimestampType.LOG_APPEND_TIME);
        }
        assertThat(Seen.readByKafka(target))
                .hasSize(30)
                .allSatisfy(seen -> assertThat(seen.timestamp()).isEqualTo(Seen.NOW_MS));
    }

    @Test
    void controlBatchesAreLeftOutAndPassedOver() {
        ByteBuffer marker = ByteBuffer.allocate(EndTransactionMarker.BATCH_BOUND_BYTES);
        new EndTransactionMarker(true, 1)
                .write(
                        new BatchWriter(codecs),
                        marker,
                        BatchSettings.PLAIN
                                .withBaseOffset(3)
                                .withProducer(1, (short) 0, BatchView.NO_SEQUENCE),
                        Seen.NOW_MS);
        ByteBuffer run =
                concat(
                        List.of(
                                Seen.writtenByKafka(
                                        2, Compression.NONE, TimestampType.CREATE_TIME, three()),
                                marker.flip()));
        ByteBuffer target = ByteBuffer.allocate(100_000);
        assertThat(down.convert(run, 1, 0, target).nextOffset()).isEqualTo(4);
        assertThat(Seen.readByKafka(target.flip())).hasSize(3);
        target.clear();
        assertThat(down.convert(run, 1, 3, target)).isEqualTo(new DownConversion(0, 4, 0));
    }

    @Test
    void aLastBatchThatIsCutOffIsLeftOut() {
        ByteBuffer batch =
                Seen.writtenByKafka(2, Compression.NONE, TimestampType.CREATE_TIME, three());
        ByteBuffer run = concat(List.of(batch, batch.slice(0, batch.remaining() - 1)));
        ByteBuffer target = ByteBuffer.allocate(100_000);
        assertThat(down.convert(run, 1, 0, target).nextOffset()).isEqualTo(3);
    }

    private static ByteBuffer message(
            int magic, int attributes, @org.jspecify.annotations.Nullable ByteBuffer value) {
        int valueSize = value == null ? -1 : value.remaining();
        int size = (magic == 0 ? 26 : 34) + Math.max(valueSize, 0);
        ByteBuffer message = ByteBuffer.allocate(size);
        message.putLong(0).putInt(size - 12).putInt(0).put((byte) magic).put((byte) attributes);
        if (magic == 1) {
            message.putLong(Seen.NOW_MS);
        }
        message.putInt(-1).putInt(valueSize);
        if (value != null) {
            message.put(value.duplicate());
        }
        return seal(message.flip());
    }

    private static ByteBuffer seal(ByteBuffer message) {
        CRC32 crc = new CRC32();
        crc.update(message.slice(16, message.limit() - 16));
        return message.putInt(12, (int) crc.getValue());
    }

    private static final ByteBuffer VALUE = ByteBuffer.wrap(new byte[100]);

    private ByteBuffer gzip(ByteBuffer plain) {
        ByteBuffer compressed = codecs.compress(Compression.GZIP, 6, plain);
        return ByteBuffer.allocate(compressed.remaining()).put(compressed).flip();
    }

    private void assertRefused(ByteBuffer set, RecordsFault fault) {
        UpConversion conversion = up.convert(set);
        assertThat(conversion).isInstanceOf(UpConversion.Refused.class);
        assertThat(((UpConversion.Refused) conversion).fault())
                .as(conversion.toString())
                .isEqualTo(fault);
        if (fault == RecordsFault.CORRUPT_MESSAGE) {
            assertThatThrownBy(() -> read(set)).isInstanceOf(CorruptRecordsException.class);
        }
    }

    @Test
    void theMessagesThatTheRefusalsAreMadeFromAreThemselvesFine() {
        assertThat(read(message(0, 0, VALUE))).hasSize(1);
        assertThat(read(message(1, 1, gzip(message(1, 0, VALUE))))).hasSize(1);
    }

    @Test
    void wrongChecksum() {
        ByteBuffer message = message(1, 0, VALUE);
        message.put(40, (byte) 1);
        assertRefused(message, RecordsFault.CORRUPT_MESSAGE);
    }

    @Test
    void wrongChecksumInsideAWrapper() {
        ByteBuffer inner = message(0, 0, VALUE);
        inner.put(40, (byte) 1);
        assertRefused(message(0, 1, gzip(inner)), RecordsFault.CORRUPT_MESSAGE);
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 101, Integer.MAX_VALUE, Integer.MIN_VALUE, 99, 0})
    void wrongValueSizeInsideAValidChecksum(int size) {
        ByteBuffer message = message(0, 0, VALUE);
        message.putInt(22, size);
        assertRefused(seal(message), RecordsFault.CORRUPT_MESSAGE);
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 101, Integer.MAX_VALUE, Integer.MIN_VALUE, 97})
    void wrongKeySizeInsideAValidChecksum(int size) {
        ByteBuffer message = message(0, 0, VALUE);
        message.putInt(18, size);
        assertRefused(seal(message), RecordsFault.CORRUPT_MESSAGE);
    }

    @Test
    void wrapperInAWrapper() {
        ByteBuffer inner = message(1, 1, gzip(message(1, 0, VALUE)));
        assertRefused(message(1, 1, gzip(inner)), RecordsFault.CORRUPT_MESSAGE);
    }

    @Test
    void wrapperOfAnotherFormat() {
        assertRefused(message(1, 1, gzip(message(0, 0, VALUE))), RecordsFault.CORRUPT_MESSAGE);
        assertRefused(message(0, 1, gzip(message(1, 0, VALUE))), RecordsFault.CORRUPT_MESSAGE);
    }

    @Test
    void wrapperOfABatch() {
        ByteBuffer batch =
                Seen.writtenByKafka(2, Compression.NONE, TimestampType.CREATE_TIME, three());
        assertRefused(message(1, 1, gzip(batch)), RecordsFault.CORRUPT_MESSAGE);
    }

    @Test
    void wrapperWithoutAValueOrWithoutMessages() {
        assertRefused(message(1, 1, null), RecordsFault.CORRUPT_MESSAGE);
        assertRefused(message(1, 1, gzip(ByteBuffer.allocate(0))), RecordsFault.CORRUPT_MESSAGE);
    }

    @Test
    void wrapperThatIsCutOffInside() {
        ByteBuffer inner = message(1, 0, VALUE);
        inner.limit(inner.limit() - 1);
        assertRefused(message(1, 1, gzip(inner)), RecordsFault.CORRUPT_MESSAGE);
    }

    @Test
    void wrapperThatDoesNotInflate() {
        for (int codec = 1; codec <= 7; codec++) {
            assertRefused(message(1, codec, VALUE), RecordsFault.CORRUPT_MESSAGE);
        }
    }

    @Test
    void bombsInSeveralWrappersCountTogether() {
        ByteBuffer wrapper = message(1, 1, gzip(message(1, 0, ByteBuffer.allocate(600_000))));
        UpConverter tight = new UpConverter(codecs, 1_000_000);
        assertThat(tight.convert(wrapper)).isInstanceOf(UpConversion.Converted.class);
        assertThat(tight.convert(concat(List.of(wrapper, wrapper))).toString())
                .contains("CORRUPT_MESSAGE")
                .contains("inflates beyond");
    }

    @Test
    void aSetThatIsCutOffOrEmpty() {
        ByteBuffer message = message(1, 0, VALUE);
        for (int length = 1; length < message.limit(); length++) {
            assertRefused(message.slice(0, length), RecordsFault.CORRUPT_MESSAGE);
        }
        assertRefused(ByteBuffer.allocate(0), RecordsFault.INVALID_RECORD);
    }

    @Test
    void logAppendTimeFromAClientZstdAndABatchWhereASetIsExpected() {
        assertRefused(message(1, 8, VALUE), RecordsFault.INVALID_TIMESTAMP);
        ByteBuffer plain = message(1, 0, VALUE);
        ByteBuffer zstd = codecs.compress(Compression.ZSTD, 3, plain);
        assertRefused(message(1, 4, zstd), RecordsFault.UNSUPPORTED_COMPRESSION_TYPE);
        assertRefused(
                Seen.writtenByKafka(2, Compression.NONE, TimestampType.CREATE_TIME, three()),
                RecordsFault.CORRUPT_MESSAGE);
    }
}
