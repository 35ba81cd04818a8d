package dev.moldau.protocol.reference;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.Field;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.Struct;
import org.apache.kafka.common.protocol.types.TaggedFields;
import org.apache.kafka.common.protocol.types.Type;
import org.jspecify.annotations.Nullable;

/**
 * Makes up structs by Kafka's schemas. Each value is, by chance, null where it may be, empty or
 * zero, an extreme or a usual one; tagged fields are there or not.
 */
final class RandomStructs {

    private static final int LONGEST_SHORT_STRING = Short.MAX_VALUE;

    private final RandomGenerator random;

    RandomStructs(RandomGenerator random) {
        this.random = random;
    }

    static boolean isFlexible(Schema schema) {
        for (BoundField field : schema.fields()) {
            if (field.def.type instanceof TaggedFields) {
                return true;
            }
        }
        return false;
    }

    Struct next(Schema schema) {
        Struct struct = new Struct(schema);
        for (BoundField field : schema.fields()) {
            struct.set(field, value(field.def.type));
        }
        return struct;
    }

    private @Nullable Object value(Type type) {
        if (type.isNullable() && random.nextInt(4) == 0) {
            return null;
        }
        if (type instanceof TaggedFields tagged) {
            return tagged(tagged);
        }
        if (type instanceof Schema schema) {
            return next(schema);
        }
        if (type.arrayElementType().isPresent()) {
            return array(type.arrayElementType().get());
        }
        return primitive(((Type.DocumentedType) type).typeName(), type);
    }

    private SortedMap<Integer, @Nullable Object> tagged(TaggedFields tagged) {
        SortedMap<Integer, @Nullable Object> values = new TreeMap<>();
        fields(tagged)
                .forEach(
                        (tag, field) -> {
                            if (random.nextBoolean()) {
                                values.put(tag, taggedValue(field));
                            }
                        });
        return values;
    }

    /** Kafka 3.9.1 does not show them. */
    @SuppressWarnings("unchecked") // The field has this type.
    static Map<Integer, Field> fields(TaggedFields tagged) {
        try {
            var fields = TaggedFields.class.getDeclaredField("fields");
            fields.setAccessible(true);
            return (Map<Integer, Field>) fields.get(tagged);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private @Nullable Object taggedValue(Field field) {
        boolean spellOutDefault = field.hasDefaultValue && random.nextInt(4) == 0;
        return spellOutDefault && !(field.type instanceof Schema)
                ? field.defaultValue
                : value(field.type);
    }

    private @Nullable Object[] array(Type element) {
        @Nullable Object[] values = new @Nullable Object[random.nextInt(4)];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(element);
        }
        return values;
    }

    private Object primitive(String name, Type type) {
        return switch (name.replace("COMPACT_", "").replace("NULLABLE_", "")) {
            case "BOOLEAN" -> random.nextBoolean();
            case "INT8" -> (byte) integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case "INT16" -> (short) integer(Short.MIN_VALUE, Short.MAX_VALUE);
            case "UINT16" -> (int) integer(0, 0xFFFF);
            case "INT32" -> (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "INT64" -> integer(Long.MIN_VALUE, Long.MAX_VALUE);
            case "FLOAT64" -> number();
            case "UUID" -> id();
            case "STRING" -> text();
            case "BYTES" -> ByteBuffer.wrap(bytes());
            case "RECORDS" -> records(name, type);
            default -> throw new AssertionError("Kafka has a type that is new here: " + name);
        };
    }

    private long integer(long least, long greatest) {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> least;
            case 2 -> greatest;
            case 3 -> Math.max(least, -1);
            case 4 -> random.nextInt(100);
            default -> least + (random.nextLong() & (greatest - least));
        };
    }

    private double number() {
        return switch (random.nextInt(6)) {
            case 0 -> 0.0;
            case 1 -> -0.0;
            case 2 -> Double.MIN_VALUE;
            case 3 -> Double.MAX_VALUE;
            case 4 -> Double.NEGATIVE_INFINITY;
            default -> random.nextGaussian();
        };
    }

    private Uuid id() {
        return switch (random.nextInt(3)) {
            case 0 -> Uuid.ZERO_UUID;
            case 1 -> new Uuid(-1L, Long.MIN_VALUE);
            default -> new Uuid(random.nextLong(), random.nextLong());
        };
    }

    private String text() {
        return switch (random.nextInt(100)) {
            case 0 -> "x".repeat(LONGEST_SHORT_STRING);
            case 1, 2 -> characters(120 + random.nextInt(20));
            default -> characters(random.nextInt(8));
        };
    }

    /** Characters of one to four bytes each. */
    private String characters(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.appendCodePoint(
                    switch (random.nextInt(6)) {
                        case 0 -> 0;
                        case 1 -> 0x80 + random.nextInt(0x700);
                        case 2 -> 0x800 + random.nextInt(0xD000);
                        case 3 -> 0x10000 + random.nextInt(0x100000);
                        default -> 'a' + random.nextInt(26);
                    });
        }
        return text.toString();
    }

    private byte[] bytes() {
        byte[] bytes =
                new byte[random.nextInt(20) == 0 ? 128 + random.nextInt(9_000) : random.nextInt(9)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Kafka's class for records moved between releases, so the type itself makes the value. */
    private Object records(String name, Type type) {
        byte[] content = bytes();
        Type bytes = name.startsWith("COMPACT_") ? Type.COMPACT_BYTES : Type.BYTES;
        ByteBuffer encoded = ByteBuffer.allocate(bytes.sizeOf(ByteBuffer.wrap(content)));
        bytes.write(encoded, ByteBuffer.wrap(content));
        return type.read(encoded.flip());
    }
}
