package dev.moldau.cluster.image;

/**
 * Something that has settings. The ids are those of the protocol.
 *
 * @param type the kind
 * @param name the topic, the broker's number, the group; empty for "all brokers"
 */
public record ConfigResource(Type type, String name) {

    /** The kinds. */
    public enum Type {
        /** A topic. */
        TOPIC(2),
        /** A broker, or all of them. */
        BROKER(4),
        /** The loggers of a broker. */
        BROKER_LOGGER(8),
        /** A subscription to clients' metrics. */
        CLIENT_METRICS(16),
        /** A group. */
        GROUP(32);

        private final byte id;

        Type(int id) {
            this.id = (byte) id;
        }

        /** The id on the wire. */
        public byte id() {
            return id;
        }

        /** The kind with that id on the wire. */
        public static java.util.Optional<Type> of(byte id) {
            return java.util.Arrays.stream(values()).filter(t -> t.id == id).findFirst();
        }
    }

    /** The settings for all brokers. */
    public static final ConfigResource ALL_BROKERS = new ConfigResource(Type.BROKER, "");

    /** A topic. */
    public static ConfigResource topic(String name) {
        return new ConfigResource(Type.TOPIC, name);
    }

    /** A broker. */
    public static ConfigResource broker(int id) {
        return new ConfigResource(Type.BROKER, Integer.toString(id));
    }

    /** A group. */
    public static ConfigResource group(String id) {
        return new ConfigResource(Type.GROUP, id);
    }

    /** Spelled out, because linking the one that a record is given takes 10 ms of every start. */
    @Override
    public int hashCode() {
        return 31 * type.hashCode() + name.hashCode();
    }

    @Override
    public String toString() {
        return type + " '" + name + "'";
    }
}
