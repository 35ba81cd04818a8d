package dev.moldau.common.config;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads what a program hands over for a key: not only texts as files do. */
final class SettingValue {

    private SettingValue() {}

    /**
     * The key's value.
     *
     * @throws InvalidConfigException if it is of the wrong type or not allowed
     */
    static Object parse(ConfigKey<?> key, Object value) {
        return switch (key.type()) {
            case LIST -> key.parseElements(texts(elements(key, value)));
            case CLASS -> key.parse(classText(value));
            case PASSWORD -> key.parse(secret(key, value));
            case BOOLEAN, STRING, INT, SHORT, LONG, DOUBLE -> key.parse(text(key, value));
        };
    }

    /** The elements of a collection, an array, or a text with commas; else the value alone. */
    static List<Object> elements(ConfigKey<?> key, Object value) {
        if (value instanceof CharSequence) {
            return List.copyOf((List<?>) ConfigType.LIST.parse(value.toString().trim()));
        }
        List<@Nullable Object> elements = new ArrayList<>();
        if (value instanceof Collection<?> collection) {
            elements.addAll(collection);
        } else if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(Array.get(value, i));
            }
        } else {
            elements.add(value);
        }
        if (elements.contains(null)) {
            throw key.invalid(elements.toString(), "has an element that is null");
        }
        return elements.stream().map(Objects::requireNonNull).toList();
    }

    private static List<String> texts(List<Object> elements) {
        return elements.stream().map(SettingValue::classText).toList();
    }

    /** A text as it is; a class or an object by the name of its class. */
    private static String classText(Object value) {
        if (value instanceof CharSequence || value instanceof Number || value instanceof Enum<?>) {
            return value.toString().trim();
        }
        return new Implementation("", value).className();
    }

    private static String secret(ConfigKey<?> key, Object value) {
        if (value instanceof Password password) {
            return password.value();
        }
        if (value instanceof CharSequence) {
            return value.toString();
        }
        throw wrongType(key, value);
    }

    private static String text(ConfigKey<?> key, Object value) {
        if (value instanceof CharSequence
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Enum<?>) {
            return value.toString();
        }
        throw wrongType(key, value);
    }

    private static InvalidConfigException wrongType(ConfigKey<?> key, Object value) {
        String type = "an object of " + value.getClass().getName();
        return key.invalid(type, "is not of type " + key.type().label());
    }
}
