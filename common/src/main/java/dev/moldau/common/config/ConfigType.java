package dev.moldau.common.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What the text of a setting means. The ids are those of the DescribeConfigs response (KIP-569).
 */
public enum ConfigType {
    /** {@code true} or {@code false}, in any case. */
    BOOLEAN(1, "boolean") {
        @Override
        Object parse(String text) {
            String lower = text.toLowerCase(Locale.ROOT);
            if (!lower.equals("true") && !lower.equals("false")) {
                throw new IllegalArgumentException("neither true nor false");
            }
            return lower.equals("true");
        }
    },
    /** Any text. */
    STRING(2, "string") {
        @Override
        Object parse(String text) {
            return text;
        }
    },
    /** A whole number of 32 bits. */
    INT(3, "int") {
        @Override
        Object parse(String text) {
            return Integer.parseInt(text);
        }
    },
    /** A whole number of 16 bits. */
    SHORT(4, "short") {
        @Override
        Object parse(String text) {
            return Short.parseShort(text);
        }
    },
    /** A whole number of 64 bits. */
    LONG(5, "long") {
        @Override
        Object parse(String text) {
            return Long.parseLong(text);
        }
    },
    /** A number with a fraction. */
    DOUBLE(6, "double") {
        @Override
        Object parse(String text) {
            double value = Double.parseDouble(text);
            if (Double.isNaN(value)) {
                throw new NumberFormatException("not a number");
            }
            return value;
        }
    },
    /** Elements separated by commas; blanks around them do not count. */
    LIST(7, "list") {
        @Override
        Object parse(String text) {
            if (text.isEmpty()) {
                return List.of();
            }
            List<String> elements = new ArrayList<>();
            for (String element : text.split(",", -1)) {
                elements.add(element.trim());
            }
            return List.copyOf(elements);
        }
    },
    /** The name of a class. */
    CLASS(8, "class") {
        @Override
        Object parse(String text) {
            return text;
        }
    },
    /** A secret: never shown in logs, answers or messages. */
    PASSWORD(9, "password") {
        @Override
        Object parse(String text) {
            return new Password(text);
        }
    };

    private final byte id;
    private final String label;

    ConfigType(int id, String label) {
        this.id = (byte) id;
        this.label = label;
    }

    /** The id in the DescribeConfigs response. */
    public byte id() {
        return id;
    }

    /** The word people read in messages and in the reference page. */
    public String label() {
        return label;
    }

    /**
     * Reads a trimmed text.
     *
     * @throws IllegalArgumentException if the text is not of this type
     */
    abstract Object parse(String text);

    /** The text that {@link #parse} reads back as the given value. */
    static String format(Object value) {
        if (value instanceof List<?> list) {
            return String.join(",", list.stream().map(Object::toString).toList());
        }
        if (value instanceof Password password) {
            return password.value();
        }
        return value.toString();
    }
}
