package dev.moldau.common.config;

/**
 * Where the value of a setting comes from. The ids are those of the DescribeConfigs response
 * (KIP-226, KIP-1000).
 */
public enum ConfigSource {
    /** Set on the topic itself. */
    TOPIC(1),
    /** Set at run time on one broker. */
    DYNAMIC_BROKER(2),
    /** Set at run time for all brokers. */
    DYNAMIC_DEFAULT_BROKER(3),
    /** In the broker's file or on its command line. */
    STATIC_BROKER(4),
    /** Nobody set it. */
    DEFAULT(5),
    /** The level of a logger, set at run time. */
    DYNAMIC_BROKER_LOGGER(6),
    /** Set on a client metrics subscription. */
    CLIENT_METRICS(7),
    /** Set on a group. */
    GROUP(8);

    private final byte id;

    ConfigSource(int id) {
        this.id = (byte) id;
    }

    /** The id in the DescribeConfigs response. */
    public byte id() {
        return id;
    }
}
