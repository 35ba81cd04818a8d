package dev.moldau.protocol.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaggedFieldsTest {

    private static TaggedFields.Field field(int tag, int value) {
        return new TaggedFields.Field(tag, ByteBuffer.wrap(new byte[] {(byte) value}));
    }

    @Test
    void fieldsAreOrderedAndTheLastOfEqualTagsCounts() {
        TaggedFields fields =
                TaggedFields.of(List.of(field(5, 1), field(2, 2), field(5, 3), field(9, 4)));
        assertThat(fields.fields()).containsExactly(field(2, 2), field(5, 3), field(9, 4));
        assertThat(TaggedFields.of(List.of())).isSameAs(TaggedFields.NONE);
    }

    @Test
    void tagsThatDoNotAscendAreRefused() {
        List<TaggedFields.Field> twice = List.of(field(2, 1), field(2, 2));
        assertThatThrownBy(() -> new TaggedFields(twice))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tag 2 comes after tag 2");
        assertThatThrownBy(() -> field(-1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void unknownFieldsAreWrittenBetweenKnownOnes() {
        TaggedFields fields = TaggedFields.of(List.of(field(1, 11), field(4, 44), field(7, 77)));
        WireWriter out = new WireWriter();
        int next = fields.writeBefore(0, 0, out);
        assertThat(out.position()).isZero();
        next = fields.writeBefore(5, next, out);
        assertThat(out.position()).isEqualTo(6);
        fields.writeRest(next, out);
        assertThat(out.toBuffer())
                .isEqualTo(ByteBuffer.wrap(new byte[] {1, 1, 11, 4, 1, 44, 7, 1, 77}));
    }

    @Test
    void anUnknownFieldWithAKnownTagIsRefused() {
        TaggedFields fields = TaggedFields.of(List.of(field(1, 11)));
        assertThatThrownBy(() -> fields.writeBefore(1, 0, new WireWriter()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
