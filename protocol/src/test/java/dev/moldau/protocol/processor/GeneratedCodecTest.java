package dev.moldau.protocol.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.processor.EveryKind.Inner;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.TaggedFields;
import dev.moldau.protocol.wire.UnsupportedFieldException;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the processor writes, on a message with a component of each kind. */
class GeneratedCodecTest {

    private static final EveryKindCodec CODEC = EveryKindCodec.INSTANCE;
    private static final Inner DEFAULT_INNER = new Inner(-1, true);

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    private static EveryKind message(int version) {
        boolean v1 = version >= 1;
        boolean v2 = version >= 2;
        boolean v3 = version >= 3;
        boolean v5 = version >= 5;
        boolean alive = version < 4;
        return new EveryKind(
                true,
                (byte) -3,
                (short) -300,
                40_000,
                -70_000,
                1L << 40,
                0.5,
                new Uuid(1, 2),
                "Moldau",
                bytes("0102"),
                new MemoryRecords(bytes("030405")),
                List.of(1, -2),
                List.of("a", ""),
                new Inner(5, alive),
                List.of(new Inner(6, alive), new Inner(7, true)),
                v1 ? null : "x",
                v1 ? null : bytes("09"),
                v1 ? null : new MemoryRecords(bytes("08")),
                v1 ? null : List.of(4L),
                v1 ? null : new Inner(8, alive),
                v2 && version <= 4 ? 77 : -7,
                v2 ? "later" : "river",
                v2 ? new Inner(9, alive) : DEFAULT_INNER,
                v2 ? new Inner(10, alive) : null,
                v2 ? 99L : 16L,
                v3 ? "label" : null,
                v5 ? new Inner(11, false) : DEFAULT_INNER,
                v5 ? List.of((short) 1, (short) 2) : List.of(),
                v3
                        ? TaggedFields.of(
                                List.of(
                                        new TaggedFields.Field(0, bytes("aa")),
                                        new TaggedFields.Field(3, bytes("")),
                                        new TaggedFields.Field(700, bytes("bbcc"))))
                        : TaggedFields.NONE);
    }

    private static ByteBuffer write(EveryKind message, int version) {
        WireWriter out = new WireWriter();
        CODEC.write(message, out, (short) version);
        return out.toBuffer();
    }

    private static EveryKind read(ByteBuffer bytes, int version) {
        WireReader in = new WireReader(bytes);
        EveryKind message = CODEC.read(in, (short) version);
        assertThat(in.remaining()).isZero();
        return message;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void everyKindRoundTripsInEveryVersion(int version) {
        EveryKind message = message(version);
        assertThat(read(write(message, version), version)).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void everyPrefixOfAMessageIsMalformed(int version) {
        ByteBuffer whole = write(message(version), version);
        for (int size = 0; size < whole.limit(); size++) {
            ByteBuffer cut = whole.duplicate().limit(size);
            assertThatThrownBy(() -> CODEC.read(new WireReader(cut), (short) version))
                    .isInstanceOf(MalformedMessageException.class);
        }
    }

    @Test
    void classicFormIsLaidOutInOrder() {
        assertThat(write(message(0), 0))
                .isEqualTo(
                        bytes(
                                "01 fd fed4 9c40 fffeee90 0000010000000000 3fe0000000000000"
                                        + "0000000000000001 0000000000000002"
                                        + "0006 4d6f6c646175"
                                        + "00000002 0102"
                                        + "00000003 030405"
                                        + "00000002 00000001 fffffffe"
                                        + "00000002 0001 61 0000"
                                        + "00000005"
                                        + "00000002 00000006 00000007"
                                        + "0001 78"
                                        + "00000001 09"
                                        + "00000001 08"
                                        + "00000001 0000000000000004"
                                        + "00000008"));
    }

    @Test
    void flexibleFormHasCompactLengthsAndAscendingTags() {
        assertThat(write(message(5), 5))
                .isEqualTo(
                        bytes(
                                "01 fd fed4 9c40 fffeee90 0000010000000000 3fe0000000000000"
                                        + "0000000000000001 0000000000000002"
                                        + "07 4d6f6c646175"
                                        + "03 0102"
                                        + "04 030405"
                                        + "03 00000001 fffffffe"
                                        + "03 02 61 01"
                                        + "00000005 00 00"
                                        + "03 00000006 00 00 00000007 01 00"
                                        + "00 00 00 00 ff"
                                        + "06 6c61746572"
                                        + "00000009 00 00"
                                        + "01 0000000a 00 00"
                                        + "07"
                                        + "00 01 aa"
                                        + "01 06 06 6c6162656c"
                                        + "02 05 03 0001 0002"
                                        + "03 00"
                                        + "04 08 0000000000000063"
                                        + "09 06 0000000b 00 00"
                                        + "bc05 02 bbcc"));
    }

    @Test
    void componentsThatAVersionLacksReadAsTheirDefaults() {
        EveryKind read = read(write(message(0), 0), 0);
        assertThat(read.passing()).isEqualTo(-7);
        assertThat(read.late()).isEqualTo("river");
        assertThat(read.lateInner()).isEqualTo(DEFAULT_INNER);
        assertThat(read.lateMaybe()).isNull();
        assertThat(read.moved()).isEqualTo(16);
        assertThat(read.label()).isNull();
        assertThat(read.leader()).isEqualTo(DEFAULT_INNER);
        assertThat(read.shorts()).isEmpty();
        assertThat(read.unknown()).isSameAs(TaggedFields.NONE);
        assertThat(read.inner().alive()).isTrue();
    }

    @Test
    void taggedComponentsThatEqualTheirDefaultsAreNotWritten() {
        EveryKind defaults =
                with(message(5), "label", null, 16L, DEFAULT_INNER, List.of(), TaggedFields.NONE);
        ByteBuffer bytes = write(defaults, 5);
        assertThat(bytes.get(bytes.limit() - 1)).isZero();
        assertThat(read(bytes, 5).moved()).isEqualTo(16);
        EveryKind labelled =
                with(message(5), "label", "", 16L, DEFAULT_INNER, List.of(), TaggedFields.NONE);
        assertThat(write(labelled, 5).remaining()).isEqualTo(bytes.remaining() + 3);
    }

    @Test
    void valuesThatMustNotBeLostAreRefusedByFieldAndVersion() {
        EveryKind message = message(2);
        assertThatThrownBy(() -> write(message, 5))
                .isInstanceOfSatisfying(
                        UnsupportedFieldException.class,
                        e -> {
                            assertThat(e.field()).isEqualTo("EveryKind.passing");
                            assertThat(e.version()).isEqualTo((short) 5);
                        });
        EveryKind withUnknown = message(6);
        assertThatThrownBy(() -> write(withUnknown, 2))
                .isInstanceOf(UnsupportedFieldException.class)
                .hasMessageContaining("EveryKind.unknown");
    }

    @Test
    void nullIsRefusedInVersionsThatCannotExpressIt() {
        assertThatThrownBy(() -> write(message(1), 0))
                .isInstanceOf(UnsupportedFieldException.class)
                .hasMessageContaining("EveryKind.maybeName: is null, which version 0");
    }

    @Test
    void nullThatIsReadWhereNoneIsAllowedIsMalformed() {
        ByteBuffer bytes = write(message(0), 0);
        int nameAt = 1 + 1 + 2 + 2 + 4 + 8 + 8 + 16;
        bytes.putShort(nameAt, (short) -1);
        assertThatThrownBy(() -> read(bytes, 0))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("EveryKind.name is null");
    }

    @Test
    void unknownTagsHideNeitherKnownOnesNorThoseOfOtherVersions() {
        ByteBuffer asVersion3 = write(message(3), 3);
        assertThat(read(asVersion3, 3).unknown().size()).isEqualTo(3);
        EveryKind clash =
                with(
                        message(5),
                        "label",
                        null,
                        16L,
                        DEFAULT_INNER,
                        List.of(),
                        TaggedFields.of(List.of(new TaggedFields.Field(9, bytes("")))));
        assertThat(write(with(message(3), clash.unknown()), 3).remaining()).isPositive();
        assertThatThrownBy(() -> write(clash, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tag 9");
    }

    @Test
    void recordsThatDoNotKeepUnknownTagsReadOverThem() {
        WireReader in = new WireReader(bytes("0000002a 03 01 00 03 04 00000007 05 02 aaaa 99"));
        assertThat(ForgetfulCodec.INSTANCE.read(in, (short) 1)).isEqualTo(new Forgetful(42, 7));
        assertThat(in.remaining()).isEqualTo(1);
        WireReader older = new WireReader(bytes("0000002a 01 03 04 00000007"));
        assertThat(ForgetfulCodec.INSTANCE.read(older, (short) 0)).isEqualTo(new Forgetful(42, 0));
    }

    @Test
    void knownTaggedFieldsMustFillTheirSize() {
        for (String size : List.of("03", "05")) {
            WireReader in = new WireReader(bytes("0000002a 01 03" + size + "00000007 00"));
            assertThatThrownBy(() -> ForgetfulCodec.INSTANCE.read(in, (short) 1))
                    .isInstanceOf(MalformedMessageException.class)
                    .hasMessageContaining("tagged field 3 should end");
        }
    }

    /** FIELD-REPORTS row 58: the least size of an element is known, so that counts are bounded. */
    @Test
    void countsAreComparedWithTheLeastSizeOfAnElement() {
        ByteBuffer bytes = write(message(0), 0);
        int numbersAt = 1 + 1 + 2 + 2 + 4 + 8 + 8 + 16 + 8 + 6 + 7;
        int remaining = bytes.limit() - numbersAt - 4;
        bytes.putInt(numbersAt, remaining / 4 + 1);
        assertThatThrownBy(() -> read(bytes, 0))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("EveryKind.numbers is an array of")
                .hasMessageContaining("at least 4 bytes");
    }

    @Test
    void versionsOutsideTheRangeAreRefused() {
        assertThat(CODEC.lowestVersion()).isEqualTo((short) 0);
        assertThat(CODEC.highestVersion()).isEqualTo((short) 6);
        assertThat(CODEC.flexible((short) 2)).isFalse();
        assertThat(CODEC.flexible((short) 3)).isTrue();
        assertThat(CODEC.type()).isEqualTo(EveryKind.class);
        assertThatThrownBy(() -> write(message(6), 7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("EveryKind has versions 0-6, not 7");
        assertThatThrownBy(() -> read(bytes(""), -1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static EveryKind with(EveryKind m, TaggedFields unknown) {
        return with(m, m.late(), m.label(), m.moved(), m.leader(), m.shorts(), unknown);
    }

    private static EveryKind with(
            EveryKind m,
            String late,
            @Nullable String label,
            long moved,
            Inner leader,
            List<Short> shorts,
            TaggedFields unknown) {
        return new EveryKind(
                m.truth(),
                m.tiny(),
                m.small(),
                m.port(),
                m.number(),
                m.large(),
                m.ratio(),
                m.id(),
                m.name(),
                m.blob(),
                m.records(),
                m.numbers(),
                m.names(),
                m.inner(),
                m.inners(),
                m.maybeName(),
                m.maybeBlob(),
                m.maybeRecords(),
                m.maybeNumbers(),
                m.maybeInner(),
                m.passing(),
                late,
                m.lateInner(),
                m.lateMaybe(),
                moved,
                label,
                leader,
                shorts,
                unknown);
    }
}
