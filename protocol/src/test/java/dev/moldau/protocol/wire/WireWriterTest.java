package dev.moldau.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.Records;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireWriterTest {

    /** Records that are not in memory. */
    private record Region(int sizeBytes) implements Records {}

    private static MemoryRecords memory(int size) {
        ByteBuffer bytes = ByteBuffer.allocate(size + 3);
        for (int i = 0; i < bytes.limit(); i++) {
            bytes.put(i, (byte) i);
        }
        return new MemoryRecords(bytes.position(1).limit(size + 1));
    }

    @Test
    void stringsOutsideAsciiHaveTheirLengthInBytes() {
        for (boolean flexible : new boolean[] {false, true}) {
            for (String text : List.of("", "abc", "abcř", "řeka", "😀", "x".repeat(200))) {
                WireWriter out = new WireWriter();
                out.writeString(flexible, text, "name");
                out.writeInt8((byte) 7);
                WireReader in = new WireReader(out.toBuffer());
                assertThat(in.readString(flexible, "name")).isEqualTo(text);
                assertThat(in.readInt8()).isEqualTo((byte) 7);
                assertThat(in.remaining()).isZero();
            }
        }
    }

    @Test
    void stringsBeyondTheLimitAreRefusedByName() {
        WireWriter out = new WireWriter();
        out.writeString(true, "x".repeat(32767), "Topic.name");
        assertThatThrownBy(() -> out.writeString(true, "x".repeat(32768), "Topic.name"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Topic.name");
        assertThatThrownBy(() -> out.writeString(true, "ř".repeat(16384), "Topic.name"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32768 bytes");
    }

    @Test
    void unsignedNumbersOutOfRangeAreRefusedByName() {
        WireWriter out = new WireWriter();
        out.writeUint16(65535, "port");
        assertThatThrownBy(() -> out.writeUint16(65536, "port")).hasMessageContaining("port");
        assertThatThrownBy(() -> out.writeUint16(-1, "port")).hasMessageContaining("port");
        assertThat(out.position()).isEqualTo(2);
    }

    @Test
    void outgrownBuffersGoBackToTheirSourceAndTheLastOneStays() {
        List<ByteBuffer> taken = new ArrayList<>();
        List<ByteBuffer> returned = new ArrayList<>();
        WireBuffers pool =
                new WireBuffers() {
                    @Override
                    public ByteBuffer take(int minBytes) {
                        ByteBuffer buffer = ByteBuffer.allocateDirect(minBytes + 5).position(5);
                        taken.add(buffer);
                        return buffer;
                    }

                    @Override
                    public void giveBack(ByteBuffer buffer) {
                        returned.add(buffer);
                    }
                };
        WireWriter out = new WireWriter(pool, 16);
        for (int i = 0; i < 1000; i++) {
            out.writeInt32(i);
        }
        out.setInt32(0, -1);
        assertThat(taken.size()).isBetween(3, 12);
        assertThat(returned).hasSize(taken.size() - 1);
        assertThat(out.buffer()).isSameAs(taken.get(taken.size() - 1));
        WireReader in = new WireReader(out.toBuffer());
        assertThat(in.readInt32()).isEqualTo(-1);
        for (int i = 1; i < 1000; i++) {
            assertThat(in.readInt32()).isEqualTo(i);
        }
    }

    @Test
    void smallRecordsInMemoryAreCopied() {
        WireWriter out = new WireWriter();
        out.writeRecords(false, memory(WireWriter.MAX_COPIED_RECORDS_BYTES));
        assertThat(out.pieces()).singleElement().isInstanceOf(WirePiece.Bytes.class);
        assertThat(out.sizeBytes()).isEqualTo(4 + WireWriter.MAX_COPIED_RECORDS_BYTES);
    }

    @Test
    void largeRecordsAndRegionsStayPiecesOfTheirOwnInOrder() {
        MemoryRecords large = memory(WireWriter.MAX_COPIED_RECORDS_BYTES + 1);
        Region region = new Region(77);
        Region next = new Region(1);
        WireWriter out = new WireWriter();
        out.writeInt8((byte) 1);
        out.writeRecords(true, region);
        out.writeRecords(true, next);
        out.writeInt32(5);
        out.writeRecords(false, large);
        assertThat(out.sizeBytes()).isEqualTo(1 + 1 + 77 + 1 + 1 + 4 + 4 + large.sizeBytes());
        List<WirePiece> pieces = out.pieces();
        assertThat(pieces.stream().mapToLong(WirePiece::sizeBytes).sum())
                .isEqualTo(out.sizeBytes());
        assertThat(pieces).hasSize(6);
        assertThat(pieces.get(1)).isEqualTo(new WirePiece.Payload(region));
        assertThat(pieces.get(3)).isEqualTo(new WirePiece.Payload(next));
        assertThat(pieces.get(5)).isEqualTo(new WirePiece.Payload(large));
        assertThat(((WirePiece.Bytes) pieces.get(0)).buffer())
                .isEqualTo(ByteBuffer.wrap(new byte[] {1, 78}));
        assertThat(((WirePiece.Bytes) pieces.get(2)).buffer())
                .isEqualTo(ByteBuffer.wrap(new byte[] {2}));
    }

    @Test
    void piecesSurviveTheGrowthOfTheBuffer() {
        WireWriter out = new WireWriter(WireBuffers.HEAP, 16);
        Region region = new Region(3);
        out.writeRecords(false, region);
        out.writeRaw(ByteBuffer.allocate(1000));
        assertThat(out.pieces()).hasSize(3);
        assertThat(out.pieces().get(1)).isEqualTo(new WirePiece.Payload(region));
    }

    @Test
    void recordsInMemoryComeOutAsOneBufferAndRegionsCannot() {
        WireWriter out = new WireWriter();
        MemoryRecords large = memory(10_000);
        out.writeRecords(false, large);
        out.writeInt8((byte) 9);
        WireReader in = new WireReader(out.toBuffer());
        assertThat(in.readRecords(false, "records").bytes()).isEqualTo(large.bytes());
        assertThat(in.readInt8()).isEqualTo((byte) 9);

        out.writeRecords(false, new Region(8));
        assertThatThrownBy(out::toBuffer).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void emptyRecordsAreNoPiece() {
        WireWriter out = new WireWriter();
        out.writeRecords(true, new Region(0));
        assertThat(out.pieces()).hasSize(1);
        assertThat(out.toBuffer()).isEqualTo(ByteBuffer.wrap(new byte[] {1}));
    }

    @Test
    void taggedFieldsOfAnySizeHaveTheirSizeBeforeThem() {
        for (int size : new int[] {0, 1, 127, 128, 129, 16383, 16384, 70_000}) {
            WireWriter out = new WireWriter(WireBuffers.HEAP, 16);
            int begin = out.beginTagged(300);
            for (int i = 0; i < size; i++) {
                out.writeInt8((byte) i);
            }
            out.endTagged(begin);
            out.writeInt8((byte) 99);
            WireReader in = new WireReader(out.toBuffer());
            assertThat(in.readTag()).isEqualTo(300);
            ByteBuffer value = in.readTagged(300);
            assertThat(value.remaining()).isEqualTo(size);
            for (int i = 0; i < size; i++) {
                assertThat(value.get(i)).isEqualTo((byte) i);
            }
            assertThat(in.readInt8()).isEqualTo((byte) 99);
            assertThat(in.remaining()).isZero();
        }
    }

    @Test
    void recordsThatAreNotCopiedCannotBeTagged() {
        WireWriter out = new WireWriter();
        int begin = out.beginTagged(0);
        out.writeRecords(true, new Region(9));
        assertThatThrownBy(() -> out.endTagged(begin)).isInstanceOf(IllegalStateException.class);
    }
}
