package dev.moldau.protocol.reference;

import java.util.Map;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.apache.kafka.common.protocol.types.Struct;
import org.apache.kafka.common.protocol.types.TaggedFields;
import org.apache.kafka.common.protocol.types.Type;
import org.jspecify.annotations.Nullable;

/** Puts tagged fields that no schema knows into a struct and everything in it. */
final class UnknownTags {

    private static final int ABOVE_ALL_KNOWN = 60;

    private final RandomGenerator random;

    UnknownTags(RandomGenerator random) {
        this.random = random;
    }

    void addTo(Struct struct) {
        for (BoundField field : struct.schema().fields()) {
            if (field.def.type instanceof TaggedFields tagged) {
                addTo(tagged, struct.get(field));
            } else {
                visit(field.def.type, struct.get(field));
            }
        }
    }

    private void visit(Type type, @Nullable Object value) {
        if (value instanceof Struct struct) {
            addTo(struct);
        } else if (value instanceof Object[] array) {
            Type element = type.arrayElementType().orElseThrow();
            for (Object one : array) {
                visit(element, one);
            }
        }
    }

    @SuppressWarnings("unchecked") // What stands for TaggedFields in a struct is such a map.
    private void addTo(TaggedFields tagged, Object value) {
        Map<Integer, Object> values = (Map<Integer, Object>) value;
        RandomStructs.fields(tagged).forEach((tag, field) -> visit(field.type, values.get(tag)));
        for (int i = random.nextInt(3); i > 0; i--) {
            int tag = ABOVE_ALL_KNOWN + random.nextInt(1_000_000);
            values.put(tag, new RawTaggedField(tag, content()));
        }
    }

    private byte[] content() {
        byte[] content = new byte[random.nextInt(200)];
        random.nextBytes(content);
        return content;
    }
}
