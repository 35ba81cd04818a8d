package dev.moldau.client.consumer.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.Header;
import dev.moldau.client.errors.DamagedRecordsException;
import dev.moldau.client.net.AnswerBytes;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.protocol.record.RecordHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What comes out of batches in direct memory, as the network brings them. */
class ChunkReaderTest {

    private static final TopicPartition T0 = new TopicPartition("t", 0);
    private static final int LARGE = 200_000;

    private final Codecs codecs = new Codecs();
    private final ChunkReader reader = new ChunkReader(true);

    @AfterEach
    void close() {
        reader.close();
        codecs.close();
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void recordsOfSmallAndLargeBatchesComeAsTheyWereWritten(Compression compression) {
        // The large one makes what the reader keeps grow; the last is small again.
        ByteBuffer bytes =
                chunk(
                        batch(compression, 0, 3, 10),
                        batch(compression, 3, 2, LARGE),
                        batch(compression, 5, 3, 100));
        reader.over(T0, chunkOf(bytes), 0);
        List<byte[]> kept = new ArrayList<>();
        int[] sizes = {10, 10, 10, LARGE, LARGE, 100, 100, 100};
        for (int i = 0; i < sizes.length; i++) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.offset()).isEqualTo(i);
            assertThat(reader.timestampMs()).isEqualTo(1_000 + i);
            assertThat(reader.key()).isEqualTo(i % 2 == 0 ? null : filled(i, 4));
            byte[] value = reader.value();
            assertThat(value).isEqualTo(filled(i, sizes[i]));
            kept.add(value);
            List<Header> headers = reader.headers();
            assertThat(headers).hasSize(1);
            assertThat(headers.get(0)).isEqualTo(new Header("h", filled(i, 2)));
        }
        assertThat(reader.next()).isFalse();
        for (int i = 0; i < sizes.length; i++) {
            assertThat(kept.get(i)).as("its own copy").isEqualTo(filled(i, sizes[i]));
        }
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void damageIsFoundBeforeAnyRecordOfItsBatchComes(Compression compression) {
        ByteBuffer second = batch(compression, 3, 3, 50);
        second.put(second.limit() - 1, (byte) (second.get(second.limit() - 1) ^ 1));
        reader.over(T0, chunkOf(chunk(batch(compression, 0, 3, 10), second)), 1);
        assertThat(reader.next()).isTrue();
        assertThat(reader.offset()).isEqualTo(1);
        assertThat(reader.next()).isTrue();
        assertThatThrownBy(reader::next)
                .isInstanceOf(DamagedRecordsException.class)
                .hasMessageContaining("checksum")
                .hasMessageContaining("seek to offset 6");
    }

    @Test
    void readingAgainFromTheMiddleOfAChunkBeginsWithThatRecord() {
        Chunk chunk =
                chunkOf(chunk(batch(Compression.NONE, 0, 3, 10), batch(Compression.LZ4, 3, 3, 10)));
        for (long from = 0; from < 6; from++) {
            reader.over(T0, chunk, from);
            assertThat(reader.next()).isTrue();
            assertThat(reader.offset()).isEqualTo(from);
        }
    }

    private static Chunk chunkOf(ByteBuffer bytes) {
        return new Chunk(
                bytes,
                AnswerBytes.COLLECTED,
                Place.at(0),
                Place.at(100),
                List.of(),
                new Chunk.Marks(100, 0));
    }

    private static ByteBuffer chunk(ByteBuffer... batches) {
        int size = Arrays.stream(batches).mapToInt(ByteBuffer::remaining).sum();
        ByteBuffer bytes = ByteBuffer.allocateDirect(size);
        for (ByteBuffer batch : batches) {
            bytes.put(batch.duplicate());
        }
        return bytes.flip();
    }

    private ByteBuffer batch(Compression compression, int firstOffset, int count, int valueBytes) {
        ByteBuffer target = ByteBuffer.allocate(count * (valueBytes + 100) + 4_096);
        BatchWriter writer =
                new BatchWriter(codecs)
                        .begin(target, BatchSettings.PLAIN.withCompression(compression));
        for (int i = firstOffset; i < firstOffset + count; i++) {
            writer.append(
                    1_000 + i,
                    i % 2 == 0 ? null : ByteBuffer.wrap(filled(i, 4)),
                    ByteBuffer.wrap(filled(i, valueBytes)),
                    List.of(new RecordHeader("h", ByteBuffer.wrap(filled(i, 2)))));
        }
        writer.finish();
        target.flip();
        new BatchView().wrap(target, 0).baseOffset(firstOffset);
        return target;
    }

    private static byte[] filled(int number, int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) (number + 1));
        return bytes;
    }
}
