package dev.moldau.protocol.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.compress.CorruptCompressedDataException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Damaged and invented bytes into everything that reads records. Readers may refuse with the
 * exceptions that they declare, and nothing else; what the validator accepts, the walk must be able
 * to read, record by record.
 *
 * <p>{@code -Dmoldau.fuzz.seconds} (default 2) is the time for each test, {@code
 * -Dmoldau.fuzz.seed} repeats a run; the seed is printed, and a failure names its round.
 */
class BatchFuzzTest {

    private static final int TESTS = 6;
    private static final int LIMIT_BYTES = 4 * 1024 * 1024;

    private final Codecs codecs = new Codecs();
    private final long seed = Long.getLong("moldau.fuzz.seed", System.nanoTime());
    private final List<ByteBuffer> corpus = corpus();

    @AfterEach
    void close() {
        codecs.close();
    }

    /** One round's work on some bytes. */
    private interface Target {
        void read(ByteBuffer bytes, Random random);
    }

    private void fuzz(String name, Target target) {
        System.out.println("BatchFuzzTest." + name + " -Dmoldau.fuzz.seed=" + seed);
        long nanos = Long.getLong("moldau.fuzz.seconds", 2) * 1_000_000_000 / TESTS;
        long start = System.nanoTime();
        for (int round = 0; System.nanoTime() - start < nanos; round++) {
            Random random = new Random(seed + round);
            ByteBuffer bytes = bytes(random);
            try {
                target.read(bytes, random);
            } catch (CorruptRecordsException | CorruptCompressedDataException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            } catch (RuntimeException | Error bug) {
                throw new AssertionError(name + ", seed " + (seed + round), bug);
            }
        }
    }

    private static List<ByteBuffer> corpus() {
        List<ByteBuffer> list = new ArrayList<>();
        Random random = new Random(1);
        for (Compression compression : Compression.values()) {
            for (int magic = compression == Compression.ZSTD ? 2 : 0; magic <= 2; magic++) {
                for (int count : new int[] {1, 3, 20}) {
                    list.add(
                            Seen.writtenByKafka(
                                    magic,
                                    compression,
                                    TimestampType.CREATE_TIME,
                                    Seen.random(random, count, 0)));
                }
            }
        }
        return list;
    }

    private ByteBuffer bytes(Random random) {
        if (random.nextInt(10) == 0) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            return ByteBuffer.wrap(noise);
        }
        ByteBuffer source = corpus.get(random.nextInt(corpus.size()));
        int size = source.remaining();
        ByteBuffer copy =
                random.nextBoolean() ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
        copy.put(source.duplicate()).flip();
        damage(copy, random);
        if (random.nextInt(4) != 0) {
            seal(copy);
        }
        return copy;
    }

    private static void damage(ByteBuffer bytes, Random random) {
        int size = bytes.limit();
        for (int i = random.nextInt(4); i > 0 && size > 0; i--) {
            // Mostly where the structure is: at the beginning.
            int at = random.nextInt(random.nextBoolean() ? size : Math.min(size, 120));
            switch (random.nextInt(6)) {
                case 0 -> bytes.put(at, (byte) random.nextInt());
                case 1 -> bytes.put(at, (byte) (bytes.get(at) ^ (1 << random.nextInt(8))));
                case 2 -> bytes.put(at, (byte) (random.nextBoolean() ? 0xff : 0x80));
                case 3 -> {
                    size = at;
                    bytes.limit(size);
                }
                case 4 -> {
                    if (at + 4 <= size) {
                        bytes.putInt(at, random.nextBoolean() ? Integer.MAX_VALUE : -1);
                    }
                }
                default -> {
                    int length = random.nextInt(size - at);
                    int from = random.nextInt(size - length);
                    bytes.put(at, bytes.slice(from, length), 0, length);
                }
            }
        }
    }

    /** Makes size field and checksum true, so that the damage gets past them. */
    private static void seal(ByteBuffer bytes) {
        int size = bytes.limit();
        if (size < BatchView.HEADER_BYTES) {
            return;
        }
        bytes.putInt(BatchView.SIZE_AT, size - BatchView.SIZE_PREFIX_BYTES);
        BatchView view = new BatchView().wrap(bytes, 0);
        bytes.putInt(view.isV2() ? BatchView.CRC_AT : BatchView.LEGACY_CRC_AT, view.computeCrc());
    }

    @Test
    void walkersKeepWithinTheBytes() {
        Batches batches = new Batches();
        RecordView records = new RecordView();
        fuzz(
                "walkers",
                (bytes, random) -> {
                    batches.over(bytes);
                    while (batches.next()) {
                        batches.batch().checksumMatches();
                        if (batches.batch().isV2()) {
                            records.over(batches.batch(), codecs, LIMIT_BYTES);
                            walk(records);
                        }
                    }
                });
    }

    private static int walk(RecordView records) {
        int count = 0;
        while (records.next()) {
            Seen.of(records);
            count++;
        }
        return count;
    }

    @Test
    void whatTheValidatorAcceptsCanBeReadRecordByRecord() {
        BatchValidator validator = new BatchValidator(codecs);
        BatchView view = new BatchView();
        RecordView records = new RecordView();
        int[] accepted = new int[1];
        fuzz(
                "validator",
                (bytes, random) -> {
                    BatchRules rules =
                            new BatchRules(
                                    1_000_000,
                                    random.nextBoolean()
                                            ? TimestampType.CREATE_TIME
                                            : TimestampType.LOG_APPEND_TIME,
                                    Long.MAX_VALUE,
                                    Long.MAX_VALUE,
                                    random.nextBoolean(),
                                    random.nextBoolean(),
                                    LIMIT_BYTES,
                                    1);
                    Validation validation = validator.validate(bytes, rules, Seen.NOW_MS);
                    if (validation instanceof Validation.Accepted result) {
                        accepted[0]++;
                        view.wrap(bytes, 0);
                        assertThat(view.checksumMatches()).isTrue();
                        assertThat(view.maxTimestamp()).isEqualTo(result.maxTimestamp());
                        records.over(view, codecs, LIMIT_BYTES);
                        assertThat(walk(records)).isEqualTo(result.recordCount());
                        assertThat(Seen.readByKafka(bytes)).hasSize(result.recordCount());
                    }
                });
        assertThat(accepted[0]).as("batches that were damaged harmlessly").isPositive();
    }

    @Test
    void theValidatorRefusesWhatTheWalkCannotRead() {
        BatchValidator validator = new BatchValidator(codecs);
        BatchRules rules =
                new BatchRules(
                        1_000_000,
                        TimestampType.LOG_APPEND_TIME,
                        0,
                        0,
                        false,
                        true,
                        LIMIT_BYTES,
                        1);
        RecordView records = new RecordView();
        BatchView view = new BatchView();
        fuzz(
                "agreement",
                (bytes, random) -> {
                    if (bytes.limit() < BatchView.HEADER_BYTES || bytes.get(16) != 2) {
                        return;
                    }
                    seal(bytes);
                    boolean walks;
                    try {
                        records.over(view.wrap(bytes, 0), codecs, LIMIT_BYTES);
                        walk(records);
                        walks = true;
                    } catch (CorruptRecordsException | CorruptCompressedDataException e) {
                        walks = false;
                    }
                    Validation validation = validator.validate(bytes, rules, Seen.NOW_MS);
                    if (!walks) {
                        assertThat(validation).isInstanceOf(Validation.Refused.class);
                    }
                });
    }

    @Test
    void convertersRefuseOrConvert() {
        UpConverter up = new UpConverter(codecs, LIMIT_BYTES);
        DownConverter down = new DownConverter(codecs, LIMIT_BYTES);
        ByteBuffer target = ByteBuffer.allocate(500_000);
        fuzz(
                "converters",
                (bytes, random) -> {
                    if (up.convert(bytes) instanceof UpConversion.Converted converted) {
                        Seen.readByKafka(converted.batch());
                    }
                    target.clear().limit(random.nextInt(target.capacity()));
                    down.convert(bytes, random.nextInt(2), random.nextInt(20), target);
                    Batches result = new Batches().over(target.flip());
                    while (result.next()) {
                        assertThat(result.batch().magic()).isLessThan((byte) 2);
                    }
                    assertThat(result.remainingBytes()).isZero();
                });
    }

    @Test
    void recompressingRefusesOrRecompresses() {
        Recompressor recompressor = new Recompressor(codecs);
        BatchView view = new BatchView();
        fuzz(
                "recompressor",
                (bytes, random) -> {
                    Batches batches = new Batches().over(bytes);
                    while (batches.next()) {
                        if (batches.batch().isV2()) {
                            Compression to = Compression.forId(random.nextInt(5));
                            ByteBuffer result =
                                    recompressor.recompress(
                                            batches.batch(), to, to.defaultLevel(), LIMIT_BYTES);
                            assertThat(view.wrap(result, 0).checksumMatches()).isTrue();
                        }
                    }
                });
    }

    @Test
    void decompressorsKeepWithinTheLimitWhateverTheBytes() {
        fuzz(
                "decompressors",
                (bytes, random) -> {
                    Compression compression = Compression.forId(1 + random.nextInt(4));
                    byte[] plain = new byte[1 + random.nextInt(5_000)];
                    if (random.nextBoolean()) {
                        random.nextBytes(plain);
                    }
                    ByteBuffer compressed =
                            codecs.compress(
                                    compression,
                                    compression.defaultLevel(),
                                    ByteBuffer.wrap(plain));
                    ByteBuffer copy = ByteBuffer.allocate(compressed.remaining());
                    copy.put(compressed).flip();
                    damage(copy, random);
                    int limit = random.nextInt(8_000);
                    ByteBuffer whole =
                            codecs.decompressWhole(compression, copy, 0, copy.limit(), limit);
                    assertThat(whole.remaining()).isLessThanOrEqualTo(limit);
                });
    }
}
