package dev.moldau.client.admin;

import java.util.Locale;
import java.util.Objects;

/**
 * Something that has settings.
 *
 * @param type what kind of thing it is
 * @param name a topic's, group's or subscription's name, a broker's id as text, or empty for the
 *     default of all brokers
 */
public record ConfigResource(Type type, String name) {

    /** What kind of thing it is. */
    public enum Type {
        /** A topic. */
        TOPIC(2),
        /** A broker, or with an empty name all brokers. */
        BROKER(4),
        /** The loggers of a broker. */
        BROKER_LOGGER(8),
        /** A subscription to clients' metrics. */
        CLIENT_METRICS(16),
        /** A group. */
        GROUP(32);

        private final byte code;

        Type(int code) {
            this.code = (byte) code;
        }

        byte code() {
            return code;
        }
    }

    /**
     * Checks that a broker's name is an id or empty.
     *
     * @throws NumberFormatException if it is not
     */
    public ConfigResource {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(name, "name");
        if ((type == Type.BROKER && !name.isEmpty()) || type == Type.BROKER_LOGGER) {
            Integer.parseInt(name);
        }
    }

    /** A topic. */
    public static ConfigResource topic(String name) {
        return new ConfigResource(Type.TOPIC, name);
    }

    /** A broker. */
    public static ConfigResource broker(int id) {
        return new ConfigResource(Type.BROKER, Integer.toString(id));
    }

    /** A broker's own settings are asked of and changed through that broker. */
    Target target(Target otherwise) {
        boolean ofBroker = type == Type.BROKER || type == Type.BROKER_LOGGER;
        return ofBroker && !name.isEmpty() ? new Target.Broker(Integer.parseInt(name)) : otherwise;
    }

    /** The form people read in messages: {@code topic orders}. */
    @Override
    public String toString() {
        return type.name().toLowerCase(Locale.ROOT) + " " + (name.isEmpty() ? "default" : name);
    }
}
