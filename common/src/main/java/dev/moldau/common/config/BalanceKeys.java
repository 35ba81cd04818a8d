package dev.moldau.common.config;

import java.util.List;

/** How a cluster's leaders are kept in balance. */
public final class BalanceKeys {

    public static final ConfigKey<Boolean> AUTO_LEADER_REBALANCE_ENABLE =
            ConfigKey.ofBoolean("auto.leader.rebalance.enable")
                    .defaultsTo(true)
                    .means(
                            "Whether the controller gives leaders back to the first replica of each"
                                    + " partition, once too many are elsewhere.");

    public static final ConfigKey<Long> LEADER_IMBALANCE_CHECK_INTERVAL_SECONDS =
            ConfigKey.ofLong("leader.imbalance.check.interval.seconds")
                    .defaultsTo(300L)
                    .atLeast(1)
                    .unit("s")
                    .means("How often the controller looks at who leads.");

    public static final ConfigKey<Integer> LEADER_IMBALANCE_PER_BROKER_PERCENTAGE =
            ConfigKey.ofInt("leader.imbalance.per.broker.percentage")
                    .defaultsTo(10)
                    .between(0, 100)
                    .means(
                            "The share of the partitions that a broker should lead and does not,"
                                    + " beyond which they are given back to it.");

    private BalanceKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(
                AUTO_LEADER_REBALANCE_ENABLE,
                LEADER_IMBALANCE_CHECK_INTERVAL_SECONDS,
                LEADER_IMBALANCE_PER_BROKER_PERCENTAGE);
    }
}
