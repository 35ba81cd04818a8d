package dev.moldau.protocol.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.common.Uuid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class WireReaderTest {

    private static WireReader reader(String hex) {
        return new WireReader(ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", ""))));
    }

    private static void assertMalformed(ThrowingCallable reading, String reason) {
        assertThatThrownBy(reading)
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void numbersAreBigEndianWhateverTheBufferSays() {
        ByteBuffer buffer =
                ByteBuffer.wrap(HexFormat.of().parseHex("fffe" + "fffefffffffe"))
                        .order(ByteOrder.LITTLE_ENDIAN);
        WireReader in = new WireReader(buffer);
        assertThat(in.readUint16()).isEqualTo(65534);
        assertThat(in.readInt16()).isEqualTo((short) -2);
        assertThat(in.readInt32()).isEqualTo(-2);
        assertThat(in.remaining()).isZero();
        assertThat(buffer.position()).isZero();
    }

    @Test
    void anyByteButZeroIsTrue() {
        WireReader in = reader("00 01 ff");
        assertThat(in.readBoolean()).isFalse();
        assertThat(in.readBoolean()).isTrue();
        assertThat(in.readBoolean()).isTrue();
    }

    @Test
    void zeroIdIsTheConstant() {
        assertThat(reader("00".repeat(16)).readUuid()).isSameAs(Uuid.ZERO);
        assertThat(reader("00".repeat(15) + "07").readUuid()).isEqualTo(new Uuid(0, 7));
    }

    @Test
    void bytesAreSlicesAndNotCopies() {
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {0, 0, 0, 2, 'a', 'b', 'c'});
        ByteBuffer bytes = new WireReader(buffer).readBytes(false, "blob");
        buffer.put(5, (byte) 'z');
        assertThat(bytes).isEqualTo(ByteBuffer.wrap(new byte[] {'a', 'z'}));
        assertThat(bytes.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
        assertThat(bytes.capacity()).isEqualTo(2);
    }

    @Test
    void stringsReadAlikeFromHeapAndDirectBuffersInTheMiddleOfAFrame() {
        byte[] text = "Vltava – řeka".getBytes(UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(100).put((byte) 9).putShort((short) text.length);
        frame.put(text).put((byte) 1).flip().position(1);
        ByteBuffer direct = ByteBuffer.allocateDirect(200);
        direct.position(50);
        direct.put(frame.duplicate()).flip().position(50);
        for (ByteBuffer source : new ByteBuffer[] {frame, direct, frame.asReadOnlyBuffer()}) {
            WireReader in = new WireReader(source);
            assertThat(in.readString(false, "name")).isEqualTo("Vltava – řeka");
            assertThat(in.position()).isEqualTo(2 + text.length);
            assertThat(in.remaining()).isEqualTo(1);
        }
    }

    @Test
    void bytesThatAreNoUtf8BecomeReplacementCharacters() {
        assertThat(reader("0002 61 ff").readString(false, "name")).isEqualTo("a\ufffd");
    }

    @Test
    void nullAndEmptyAreTold() {
        assertThat(reader("ffff").readNullableString(false, "s")).isNull();
        assertThat(reader("00").readNullableString(true, "s")).isNull();
        assertThat(reader("0000").readNullableString(false, "s")).isEmpty();
        assertThat(reader("01").readNullableString(true, "s")).isEmpty();
        assertThat(reader("ffffffff").readNullableBytes(false, "b")).isNull();
        assertThat(reader("00").readNullableBytes(true, "b")).isNull();
        assertThat(reader("01").readBytes(true, "b").remaining()).isZero();
        assertThat(reader("00").readNullableRecords(true, "r")).isNull();
        assertThat(reader("ffffffff").readNullableArrayCount(false, 1, "a")).isEqualTo(-1);
        assertThat(reader("00").readNullableArrayCount(true, 1, "a")).isEqualTo(-1);
        assertThat(reader("01").readNullableArrayCount(true, 1, "a")).isZero();
        assertThat(reader("ff").readPresence()).isFalse();
        assertThat(reader("01").readPresence()).isTrue();
    }

    @Test
    void nullWhereNoneIsAllowedIsMalformedAndNamesTheField() {
        assertMalformed(() -> reader("ffff").readString(false, "Topic.name"), "Topic.name is null");
        assertMalformed(() -> reader("00").readString(true, "Topic.name"), "Topic.name is null");
        assertMalformed(() -> reader("00").readBytes(true, "blob"), "blob is null");
        assertMalformed(() -> reader("00").readRecords(true, "records"), "records is null");
        assertMalformed(() -> reader("00").readArrayCount(true, 1, "topics"), "topics is null");
    }

    @Test
    void lengthsBelowMinusOneAreMalformed() {
        assertMalformed(() -> reader("fffe").readNullableString(false, "s"), "negative length: -2");
        assertMalformed(() -> reader("fffffffe").readNullableBytes(false, "b"), "length: -2");
        assertMalformed(
                () -> reader("80000000").readNullableArrayCount(false, 1, "a"), "negative length");
        assertMalformed(() -> reader("ffffffff0f").readNullableString(true, "s"), "length: -2");
    }

    @Test
    void valuesThatAreCutOffAreMalformed() {
        assertMalformed(() -> reader("").readInt8(), "1 bytes, but only 0 remain");
        assertMalformed(() -> reader("00").readInt16(), "2 bytes");
        assertMalformed(() -> reader("0000").readInt32(), "4 bytes");
        assertMalformed(() -> reader("00000000").readInt64(), "8 bytes");
        assertMalformed(() -> reader("00000000").readFloat64(), "8 bytes");
        assertMalformed(() -> reader("00".repeat(15)).readUuid(), "16 bytes");
        assertMalformed(() -> reader("8080").readUnsignedVarint(), "1 bytes");
        assertMalformed(() -> reader("8080").readVarlong(), "1 bytes");
        assertMalformed(() -> reader("0003 6161").readString(false, "s"), "s has 3 bytes");
        assertMalformed(() -> reader("04 6161").readBytes(true, "b"), "b has 3 bytes");
    }

    @Test
    void varintsWithMoreBitsThanTheirTypeAreMalformed() {
        assertThat(reader("ffffffff0f").readUnsignedVarint()).isEqualTo(-1);
        assertMalformed(() -> reader("ffffffff1f").readUnsignedVarint(), "32 bits");
        assertMalformed(() -> reader("ffffffff8f00").readUnsignedVarint(), "32 bits");
        assertThat(reader("ffffffffffffffffff01").readVarlong()).isEqualTo(Long.MIN_VALUE);
        assertMalformed(() -> reader("ffffffffffffffffff03").readVarlong(), "64 bits");
    }

    @Test
    void stringsBeyondTheLimitAreMalformedEvenWhenTheirBytesAreThere() {
        ByteBuffer buffer = ByteBuffer.allocate(40_000);
        WireWriter length = new WireWriter();
        length.writeUnsignedVarint(WireLimits.MAX_STRING_BYTES + 2);
        buffer.put(length.toBuffer()).rewind();
        assertMalformed(
                () -> new WireReader(buffer).readString(true, "s"),
                "32768 bytes, beyond the limit");
    }

    /** FIELD-REPORTS row 58: kafka#21869, KAFKA-20302. */
    @Test
    void arraysBeyondAMillionElementsAreMalformedEvenWhenTheirBytesAreThere() {
        ByteBuffer buffer = ByteBuffer.allocate(1_000_010);
        buffer.putInt(0, 1_000_000);
        assertThat(new WireReader(buffer).readArrayCount(false, 1, "a")).isEqualTo(1_000_000);
        buffer.putInt(0, 1_000_001);
        assertMalformed(
                () -> new WireReader(buffer).readArrayCount(false, 1, "a"),
                "1000001 elements, beyond the limit");
    }

    @Test
    void elementsOfAllArraysTogetherAreLimitedToo() {
        ByteBuffer buffer = ByteBuffer.allocate(100).putInt(0, 6).putInt(4, 5);
        WireReader in = new WireReader(buffer, 10);
        assertThat(in.readArrayCount(false, 1, "a")).isEqualTo(6);
        assertMalformed(() -> in.readArrayCount(false, 1, "b"), "b brings the elements of all");
        assertThat(in.elements()).isEqualTo(6);
    }

    @Test
    void longStringsCountAsElements() {
        ByteBuffer buffer = ByteBuffer.allocate(1_000).putShort(0, (short) 640).putInt(642, 1);
        WireReader in = new WireReader(buffer, 10);
        assertThat(in.readString(false, "a")).hasSize(640);
        assertThat(in.elements()).isEqualTo(10);
        assertMalformed(() -> in.readArrayCount(false, 1, "b"), "limit of 10");
    }

    /** FIELD-REPORTS row 58: kafka#21869, KAFKA-20302. */
    @Test
    void moreThanTenThousandTaggedFieldsAreMalformedEvenWhenTheirBytesAreThere() {
        ByteBuffer buffer = ByteBuffer.allocate(30_000);
        WireWriter count = new WireWriter();
        count.writeUnsignedVarint(10_000);
        buffer.put(count.toBuffer()).rewind();
        WireReader in = new WireReader(buffer);
        in.skipTaggedFields();
        assertThat(in.position()).isEqualTo(2 + 20_000);
        buffer.put(0, (byte) (buffer.get(0) + 1));
        assertMalformed(
                () -> new WireReader(buffer).skipTaggedFields(), "10001 tagged fields, beyond");
    }

    /** FIELD-REPORTS row 58: kafka#577, KAFKA-2878. */
    @Test
    void countsThatCannotBeTrueAreRefusedBeforeAnythingIsAllocated() {
        assertMalformed(
                () -> reader("7fffffff" + "00".repeat(16)).readArrayCount(false, 1, "a"),
                "2147483647 elements");
        assertMalformed(
                () -> reader("00000004" + "00".repeat(11)).readArrayCount(false, 3, "a"),
                "4 elements of at least 3 bytes, but only 11 bytes remain");
        assertThat(reader("00000004" + "00".repeat(12)).readArrayCount(false, 3, "a")).isEqualTo(4);
        assertMalformed(() -> reader("7fffffff 00").readBytes(false, "b"), "2147483647 bytes");
        assertMalformed(() -> reader("8080808008 00").readBytes(true, "b"), "2147483647 bytes");
        assertMalformed(() -> reader("02 0000").readTaggedCount(), "2 tagged fields, but only 2");
        assertMalformed(() -> reader("ffffffff0f").readTaggedCount(), "4294967295 tagged fields");
    }

    @Test
    void taggedFieldsMustEndWhereTheirSizeSays() {
        WireReader in = reader("00 04 00000001");
        int tag = in.readTag();
        int end = in.beginTagged(tag);
        assertThat(in.readInt32()).isEqualTo(1);
        in.endTagged(tag, end);

        WireReader shorter = reader("00 03 00000001");
        int shorterEnd = shorter.beginTagged(shorter.readTag());
        shorter.readInt32();
        assertMalformed(() -> shorter.endTagged(0, shorterEnd), "should end at byte 5");

        assertMalformed(() -> reader("07 00").skipTagged(3), "tagged field 3 has 7 bytes");
        assertMalformed(() -> reader("ffffffff0f").readTag(), "tag 4294967295");
    }

    @Test
    void faultsSayAtWhichByteOfTheMessageTheyAre() {
        ByteBuffer frame = ByteBuffer.allocate(10);
        frame.position(4);
        WireReader in = new WireReader(frame);
        in.readInt32();
        assertThatThrownBy(in::readInt32)
                .isInstanceOfSatisfying(
                        MalformedMessageException.class,
                        e -> assertThat(e.position()).isEqualTo(4));
    }
}
