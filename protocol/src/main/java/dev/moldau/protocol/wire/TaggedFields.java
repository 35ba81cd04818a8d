package dev.moldau.protocol.wire;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.TreeMap;

/**
 * Tagged fields that a codec does not know, as they were read. A record that declares a component
 * of this type keeps them and writes them again; for other records they are read over. Immutable.
 *
 * @param fields in ascending order of tags, each tag once
 */
public record TaggedFields(List<Field> fields) {

    /** No unknown fields. */
    public static final TaggedFields NONE = new TaggedFields(List.of());

    /**
     * One field.
     *
     * @param tag its number
     * @param value its encoded value, from position to limit, without the size before it
     */
    public record Field(int tag, ByteBuffer value) {

        /**
         * @throws IllegalArgumentException if the tag is negative
         */
        public Field {
            if (tag < 0) {
                throw new IllegalArgumentException("tag is negative: " + tag);
            }
        }
    }

    /**
     * @throws IllegalArgumentException if the tags do not ascend
     */
    public TaggedFields {
        fields = List.copyOf(fields);
        for (int i = 1; i < fields.size(); i++) {
            if (fields.get(i).tag() <= fields.get(i - 1).tag()) {
                throw new IllegalArgumentException(
                        "tag "
                                + fields.get(i).tag()
                                + " comes after tag "
                                + fields.get(i - 1).tag());
            }
        }
    }

    /** How many fields there are. */
    public int size() {
        return fields.size();
    }

    /**
     * Puts fields into order; of several with the same tag, the last one counts.
     *
     * @param fields in the order in which they were read; empty for none
     */
    public static TaggedFields of(List<Field> fields) {
        if (fields.isEmpty()) {
            return NONE;
        }
        TreeMap<Integer, Field> ordered = new TreeMap<>();
        for (Field field : fields) {
            ordered.put(field.tag(), field);
        }
        return new TaggedFields(List.copyOf(ordered.values()));
    }

    /**
     * Writes the fields whose place is before a tag that the codec knows.
     *
     * @param from the index of the first field not written yet
     * @return the index of the first field still to write
     * @throws IllegalArgumentException if a field has the known tag
     */
    public int writeBefore(int knownTag, int from, WireWriter out) {
        int next = from;
        while (next < fields.size() && fields.get(next).tag() < knownTag) {
            write(fields.get(next++), out);
        }
        if (next < fields.size() && fields.get(next).tag() == knownTag) {
            throw new IllegalArgumentException("tag " + knownTag + " is not an unknown one");
        }
        return next;
    }

    /**
     * Writes all remaining fields.
     *
     * @param from the index of the first field not written yet
     */
    public void writeRest(int from, WireWriter out) {
        for (int i = from; i < fields.size(); i++) {
            write(fields.get(i), out);
        }
    }

    private static void write(Field field, WireWriter out) {
        out.writeUnsignedVarint(field.tag());
        out.writeUnsignedVarint(field.value().remaining());
        out.writeRaw(field.value());
    }
}
