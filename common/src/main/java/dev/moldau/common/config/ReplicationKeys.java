package dev.moldau.common.config;

import java.util.List;

/** How partitions are kept on several brokers. */
public final class ReplicationKeys {

    public static final ConfigKey<Long> REPLICA_LAG_TIME_MAX_MS =
            ConfigKey.ofLong("replica.lag.time.max.ms")
                    .defaultsTo(30_000L)
                    .atLeast(1)
                    .unit("ms")
                    .means(
                            "How long a follower may be behind its leader before it does not count"
                                    + " as in sync any more.");

    public static final ConfigKey<String> REPLICA_SELECTOR_CLASS =
            ConfigKey.ofString("replica.selector.class")
                    .form(
                            "([a-z.]+\\.)?RackAwareReplicaSelector",
                            "RackAwareReplicaSelector, or its full name in Kafka")
                    .means(
                            "With RackAwareReplicaSelector, consumers that name their rack"
                                    + " (client.rack) read from an in-sync follower there; without"
                                    + " it all read from leaders.");

    private ReplicationKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(REPLICA_LAG_TIME_MAX_MS, REPLICA_SELECTOR_CLASS);
    }
}
