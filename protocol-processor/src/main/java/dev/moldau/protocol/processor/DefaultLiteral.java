package dev.moldau.protocol.processor;

import java.util.Base64;

/** Turns the text of a default into a Java expression of the component's type. */
final class DefaultLiteral {

    private DefaultLiteral() {}

    /**
     * @return the expression
     * @throws IllegalArgumentException if the text is no value of the type
     */
    static String of(String text, WireType type) {
        if (type instanceof Scalar scalar) {
            return of(text, scalar);
        }
        throw new IllegalArgumentException(
                "default '"
                        + text
                        + "' does not fit "
                        + type.java()
                        + ": only null can be given, and without a default it is empty");
    }

    private static String of(String text, Scalar type) {
        try {
            return switch (type) {
                case BOOLEAN -> bool(text);
                case INT8 -> "(byte) " + integer(text, Byte.MIN_VALUE, Byte.MAX_VALUE);
                case INT16 -> "(short) " + integer(text, Short.MIN_VALUE, Short.MAX_VALUE);
                case UINT16 -> Long.toString(integer(text, 0, 0xffff));
                case INT32 -> Long.toString(integer(text, Integer.MIN_VALUE, Integer.MAX_VALUE));
                case INT64 -> integer(text, Long.MIN_VALUE, Long.MAX_VALUE) + "L";
                case FLOAT64 -> finite(text);
                case UUID -> uuid(text);
                case STRING -> SourceText.quote(text);
                case BYTES, RECORDS, TAGGED_FIELDS ->
                        throw new IllegalArgumentException("no literal");
            };
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "default '" + text + "' does not fit " + type.java(), e);
        }
    }

    /** The default of a component that does not declare one. */
    static String none(WireType type) {
        if (type instanceof WireType.Array) {
            return "List.of()";
        }
        if (type instanceof WireType.Structure structure) {
            return defaultOf(structure.model());
        }
        return switch ((Scalar) type) {
            case BOOLEAN -> "false";
            case INT8 -> "(byte) 0";
            case INT16 -> "(short) 0";
            case UINT16, INT32 -> "0";
            case INT64 -> "0L";
            case FLOAT64 -> "0.0";
            case UUID -> "Uuid.ZERO";
            case STRING -> "\"\"";
            case BYTES -> "NO_BYTES";
            case RECORDS -> "MemoryRecords.EMPTY";
            case TAGGED_FIELDS -> "TaggedFields.NONE";
        };
    }

    /** The constant that holds a record of nothing but defaults. */
    static String defaultOf(StructModel model) {
        return "DEFAULT_" + SourceText.constantCase(model.methodSuffix());
    }

    private static String bool(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("neither true nor false");
        }
        return text;
    }

    private static long integer(String text, long lowest, long highest) {
        long value = Long.decode(text);
        if (value < lowest || value > highest) {
            throw new IllegalArgumentException("out of range");
        }
        return value;
    }

    private static String finite(String text) {
        double value = Double.parseDouble(text);
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("not finite");
        }
        return Double.toString(value);
    }

    private static String uuid(String text) {
        if (text.length() != 22 || Base64.getUrlDecoder().decode(text).length != 16) {
            throw new IllegalArgumentException("not an id of 22 characters");
        }
        return "Uuid.parse(\"" + text + "\")";
    }
}
