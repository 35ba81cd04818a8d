package dev.moldau.client.admin;

import org.jspecify.annotations.Nullable;

/**
 * A change to one setting.
 *
 * @param name the setting
 * @param kind what happens to it
 * @param value null to remove the setting
 */
public record ConfigChange(String name, Kind kind, @Nullable String value) {

    /** What happens to the setting. */
    public enum Kind {
        /** It gets the value. */
        SET(0),
        /** It falls back to its default. */
        REMOVE(1),
        /** The value's elements are added to the list. */
        APPEND(2),
        /** The value's elements are taken out of the list. */
        SUBTRACT(3);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        byte code() {
            return code;
        }
    }

    /**
     * Checks that there is a value where one is needed.
     *
     * @throws IllegalArgumentException if there is none, or one where none is needed
     */
    public ConfigChange {
        if ((value == null) != (kind == Kind.REMOVE)) {
            throw new IllegalArgumentException(
                    kind + " of " + name + (value == null ? " needs a value" : " takes no value"));
        }
    }

    /** Sets it. */
    public static ConfigChange set(String name, String value) {
        return new ConfigChange(name, Kind.SET, value);
    }

    /** Lets it fall back to its default. */
    public static ConfigChange remove(String name) {
        return new ConfigChange(name, Kind.REMOVE, null);
    }
}
