package dev.moldau.protocol.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

class CodecsTest {

    private static final byte MAGIC_0 = 0;
    private static final byte MAGIC_2 = 2;
    private static final int[] SIZES = {1, 2, 100, 32_768, 65_536, 65_537, 300_000};

    private static final String INDEPENDENT = "independent-4m-checksums-size.lz4";

    private final Codecs codecs = new Codecs();

    @AfterEach
    void close() {
        codecs.close();
    }

    private static byte[] text(int size) {
        Random random = new Random(size);
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(4));
        }
        return bytes;
    }

    private static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    private byte[] inflate(Compression compression, byte[] compressed) {
        ByteBuffer source = ByteBuffer.wrap(compressed);
        return bytes(codecs.decompressWhole(compression, source, 0, compressed.length, 10_000_000));
    }

    private byte[] deflate(Compression compression, byte[] plain) {
        return bytes(
                codecs.compress(compression, compression.defaultLevel(), ByteBuffer.wrap(plain)));
    }

    private static org.apache.kafka.common.compress.Compression kafka(Compression compression) {
        return org.apache.kafka.common.compress.Compression.of(
                        CompressionType.forId(compression.id()))
                .build();
    }

    private static byte[] kafkaDeflate(Compression compression, byte magic, byte[] plain)
            throws IOException {
        ByteBufferOutputStream out = new ByteBufferOutputStream(64);
        try (OutputStream stream = kafka(compression).wrapForOutput(out, magic)) {
            stream.write(plain);
        }
        ByteBuffer buffer = out.buffer();
        buffer.flip();
        return bytes(buffer);
    }

    private static byte[] kafkaInflate(Compression compression, byte magic, byte[] compressed)
            throws IOException {
        try (InputStream stream =
                kafka(compression)
                        .wrapForInput(
                                ByteBuffer.wrap(compressed), magic, BufferSupplier.NO_CACHING)) {
            return stream.readAllBytes();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void whatWeCompressWeAndKafkaInflate(Compression compression) throws IOException {
        for (int size : SIZES) {
            for (byte[] plain : new byte[][] {text(size), noise(size)}) {
                byte[] compressed = deflate(compression, plain);
                assertThat(inflate(compression, compressed)).isEqualTo(plain);
                assertThat(kafkaInflate(compression, MAGIC_2, compressed)).isEqualTo(plain);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void whatKafkaCompressesWeInflate(Compression compression) throws IOException {
        for (int size : SIZES) {
            for (byte[] plain : new byte[][] {text(size), noise(size)}) {
                byte[] compressed = kafkaDeflate(compression, MAGIC_2, plain);
                assertThat(inflate(compression, compressed)).isEqualTo(plain);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyLevelInflatesAgainAndLevelsOutsideTheRangeCountAsTheNearest(Compression compression) {
        byte[] plain = text(50_000);
        int lowest = Math.max(compression.lowestLevel(), -5);
        for (int level = lowest - 1; level <= compression.highestLevel() + 1; level++) {
            byte[] compressed = bytes(codecs.compress(compression, level, ByteBuffer.wrap(plain)));
            assertThat(inflate(compression, compressed)).as("level %d", level).isEqualTo(plain);
        }
    }

    @Test
    void directAndHeapSourcesGiveTheSameAndKeepTheirPosition() {
        byte[] plain = text(100_000);
        ByteBuffer direct = ByteBuffer.allocateDirect(plain.length + 7);
        direct.put(7, plain).position(7);
        for (Compression compression : Compression.values()) {
            if (compression == Compression.NONE) {
                continue;
            }
            byte[] fromDirect =
                    bytes(codecs.compress(compression, compression.defaultLevel(), direct));
            assertThat(direct.position()).isEqualTo(7);
            assertThat(fromDirect).isEqualTo(deflate(compression, plain));

            ByteBuffer compressed = ByteBuffer.allocateDirect(fromDirect.length + 5);
            compressed.put(5, fromDirect);
            ByteBuffer whole =
                    codecs.decompressWhole(
                            compression, compressed, 5, fromDirect.length, plain.length);
            assertThat(bytes(whole)).isEqualTo(plain);
            assertThat(compressed.position()).isZero();
        }
    }

    @Test
    void whoWantsWholeRunsOnTheHeapGetsThemThere() {
        try (Codecs onHeap = Codecs.inflatingToHeap()) {
            for (Compression compression : Compression.values()) {
                for (int size : compression == Compression.NONE ? new int[0] : SIZES) {
                    ByteBuffer whole =
                            onHeap.decompressWhole(
                                    compression,
                                    ByteBuffer.wrap(deflate(compression, text(size))),
                                    0,
                                    deflate(compression, text(size)).length,
                                    size);
                    assertThat(whole.hasArray()).isTrue();
                    assertThat(bytes(whole)).isEqualTo(text(size));
                }
            }
        }
    }

    private byte[] inflateOldLz4(byte[] compressed) {
        ByteBuffer source = ByteBuffer.wrap(compressed);
        return bytes(codecs.decompressWholeOldLz4(source, 0, compressed.length, 10_000_000));
    }

    @Test
    void format0GetsTheOldDescriptorChecksumOfLz4AndThereBothAreRead() throws IOException {
        byte[] plain = text(100_000);
        byte[] old = bytes(codecs.compressOldLz4(ByteBuffer.wrap(plain)));
        byte[] right = deflate(Compression.LZ4, plain);
        byte[] kafkasOld = kafkaDeflate(Compression.LZ4, MAGIC_0, plain);

        int checksumAt = 6;
        assertThat(old[checksumAt]).isNotEqualTo(right[checksumAt]);
        assertThat(Arrays.copyOf(old, 7)).isEqualTo(Arrays.copyOf(kafkasOld, 7));
        assertThat(inflateOldLz4(old)).isEqualTo(plain);
        assertThat(inflateOldLz4(kafkasOld)).isEqualTo(plain);
        assertThat(inflateOldLz4(right)).isEqualTo(plain);
        assertThat(kafkaInflate(Compression.LZ4, MAGIC_0, old)).isEqualTo(plain);

        old[checksumAt] ^= 1;
        assertThatThrownBy(() -> inflateOldLz4(old))
                .isInstanceOf(CorruptCompressedDataException.class);
    }

    @Test
    void outsideOfFormat0TheOldDescriptorChecksumIsRefusedAsKafkaDoes() {
        byte[] old = bytes(codecs.compressOldLz4(ByteBuffer.wrap(text(1_000))));
        assertThatThrownBy(() -> inflate(Compression.LZ4, old))
                .isInstanceOf(CorruptCompressedDataException.class)
                .hasMessageContaining("old one of message format v0");
        assertThatThrownBy(() -> kafkaInflate(Compression.LZ4, MAGIC_2, old))
                .isInstanceOf(KafkaException.class);
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = CodecsTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    /** What the golden files hold: 5,000 bytes of noise over and over, 160,000 in all. */
    private static byte[] periodic() {
        byte[] period = new byte[5_000];
        new Random(42).nextBytes(period);
        byte[] all = new byte[160_000];
        for (int i = 0; i < all.length; i++) {
            all[i] = period[i % period.length];
        }
        return all;
    }

    @Test
    void aFrameOfTheReferenceLz4IsRead() throws IOException {
        assertThat(inflate(Compression.LZ4, golden(INDEPENDENT))).isEqualTo(periodic());
    }

    @ParameterizedTest
    @ValueSource(strings = {"linked-64k.lz4", "linked-64k-checksums-size.lz4"})
    void linkedLz4BlocksAreRefusedAsNoKafkaConsumerReadsThem(String name) throws IOException {
        byte[] linked = golden(name);
        assertThatThrownBy(() -> kafkaInflate(Compression.LZ4, MAGIC_2, linked))
                .isInstanceOf(KafkaException.class);
        assertThatThrownBy(() -> inflate(Compression.LZ4, linked))
                .isInstanceOf(CorruptCompressedDataException.class)
                .hasMessageContaining("linked blocks")
                .hasMessageContaining("independent ones");
    }

    @Test
    void damageInAnLz4FrameWithChecksumsIsAlwaysFound() throws IOException {
        byte[] frame = golden(INDEPENDENT);
        for (int at = 0; at < frame.length; at += 1 + at / 40) {
            byte[] damaged = frame.clone();
            damaged[at] ^= 0x04;
            assertThatThrownBy(() -> inflate(Compression.LZ4, damaged))
                    .as("byte %d", at)
                    .isInstanceOf(CorruptCompressedDataException.class);
        }
    }

    @Test
    void zstdWithoutContentSizeAndSeveralFramesAreRead() throws IOException {
        byte[] frame = golden("streamed.zst");
        assertThat(inflate(Compression.ZSTD, frame)).isEqualTo(periodic());
        assertThat(inflate(Compression.ZSTD, twice(frame))).isEqualTo(twice(periodic()));
    }

    private static byte[] twice(byte[] bytes) {
        byte[] twice = Arrays.copyOf(bytes, 2 * bytes.length);
        System.arraycopy(bytes, 0, twice, bytes.length, bytes.length);
        return twice;
    }

    @Test
    void gzipWithNameAndSeveralMembersIsRead() throws IOException {
        byte[] named = golden("named.gz");
        assertThat(inflate(Compression.GZIP, named)).isEqualTo(periodic());
        assertThat(inflate(Compression.GZIP, twice(named))).isEqualTo(twice(periodic()));
        ByteArrayOutputStream empty = new ByteArrayOutputStream();
        new GZIPOutputStream(empty).close();
        assertThat(inflate(Compression.GZIP, empty.toByteArray())).isEmpty();
    }

    @Test
    void rawSnappyWithoutFramingIsRead() throws IOException {
        assertThat(inflate(Compression.SNAPPY, golden("raw.snappy"))).isEqualTo(periodic());
        for (int size : SIZES) {
            byte[] plain = text(size);
            assertThat(inflate(Compression.SNAPPY, Snappy.compress(plain))).isEqualTo(plain);
        }
    }

    @Test
    void concatenatedSnappyStreamsAreReadAsKafkaReadsThem() throws IOException {
        byte[] stream = deflate(Compression.SNAPPY, text(70_000));
        byte[] twice = twice(stream);
        assertThat(inflate(Compression.SNAPPY, twice))
                .isEqualTo(kafkaInflate(Compression.SNAPPY, MAGIC_2, twice))
                .isEqualTo(twice(text(70_000)));
    }

    @Test
    void aRawSnappyBlockThatClaimsTwoGigabytesIsRefusedBeforeAnyAllocation() {
        byte[] claim = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07, 0, 0};
        assertThatThrownBy(
                        () ->
                                codecs.decompressWhole(
                                        Compression.SNAPPY,
                                        ByteBuffer.wrap(claim),
                                        0,
                                        claim.length,
                                        Integer.MAX_VALUE))
                .isInstanceOf(CorruptCompressedDataException.class)
                .hasMessageContaining("2147483647 bytes cannot come from 7");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void whatIsCutOffIsRefusedWhereverTheCutIs(Compression compression) {
        byte[] compressed = deflate(compression, noise(2_000));
        for (int length = 0; length < compressed.length; length++) {
            byte[] cut = Arrays.copyOf(compressed, length);
            // A stream of snappy blocks has no end mark: after its header it may end anywhere
            // between blocks, and it is the batch's record count that finds what is missing.
            if (compression == Compression.SNAPPY && length == 16) {
                continue;
            }
            assertThatThrownBy(() -> inflate(compression, cut))
                    .as("cut to %d of %d bytes", length, compressed.length)
                    .isInstanceOf(CorruptCompressedDataException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "SNAPPY"})
    void bytesAfterTheEndAreRefused(Compression compression) {
        byte[] compressed = deflate(compression, text(1_000));
        byte[] longer = Arrays.copyOf(compressed, compressed.length + 3);
        assertThatThrownBy(() -> inflate(compression, longer))
                .isInstanceOf(CorruptCompressedDataException.class);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aBombIsStoppedAtTheLimitAndTheCodecWorksOn(Compression compression) {
        byte[] bomb = deflate(compression, new byte[20_000_000]);
        Decompressor inflating =
                codecs.decompress(compression, ByteBuffer.wrap(bomb), 0, bomb.length, 1_000_000);
        assertThatThrownBy(
                        () -> {
                            while (inflating.next() != null) {
                                assertThat(inflating.producedBytes())
                                        .isLessThanOrEqualTo(1_000_000);
                            }
                        })
                .isInstanceOf(CorruptCompressedDataException.class)
                .hasMessageContaining("beyond 1000000 bytes");

        byte[] plain = text(1_000);
        assertThat(inflate(compression, deflate(compression, plain))).isEqualTo(plain);
    }

    @Test
    void idsAndNamesAreKafkas() {
        for (Compression compression : Compression.values()) {
            CompressionType kafka = CompressionType.forId(compression.id());
            assertThat(compression.configName()).isEqualTo(kafka.name);
            assertThat(Compression.named(kafka.name)).contains(compression);
        }
        assertThat(Compression.named("brotli")).isEmpty();
        assertThatThrownBy(() -> Compression.forId(5))
                .isInstanceOf(CorruptCompressedDataException.class);
    }
}
