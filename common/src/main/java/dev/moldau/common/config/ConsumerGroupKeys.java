package dev.moldau.common.config;

import java.util.List;

/**
 * A broker's settings for consumer groups that it balances (KIP-848). Times that a group sets for
 * itself ({@link GroupKeys}) are held within these bounds.
 */
public final class ConsumerGroupKeys {

    public static final ConfigKey<List<String>> ASSIGNORS =
            ConfigKey.ofList("group.consumer.assignors")
                    .defaultsTo(List.of("uniform", "range"))
                    .anyOf("uniform", "range")
                    .means(
                            "Who shares out partitions: uniform gives everybody as many as"
                                    + " possible, range puts the same number of several topics"
                                    + " together; the first serves members that ask for none.");

    public static final ConfigKey<Integer> ASSIGNMENT_INTERVAL_MS =
            span("group.consumer.assignment.interval.ms", 1_000, 0)
                    .means(
                            "The shortest time between two assignments of a group; those who come"
                                    + " within it are taken in together.");

    public static final ConfigKey<Integer> MIN_ASSIGNMENT_INTERVAL_MS =
            span("group.consumer.min.assignment.interval.ms", 0, 0)
                    .means("The least that a group's own consumer.assignment.interval.ms counts.");

    public static final ConfigKey<Integer> MAX_ASSIGNMENT_INTERVAL_MS =
            span("group.consumer.max.assignment.interval.ms", 15_000, 0)
                    .means("The most that a group's own consumer.assignment.interval.ms counts.");

    public static final ConfigKey<Integer> HEARTBEAT_INTERVAL_MS =
            span("group.consumer.heartbeat.interval.ms", 5_000, 1)
                    .means("How often a member of a consumer group sends a heartbeat.");

    public static final ConfigKey<Integer> MIN_HEARTBEAT_INTERVAL_MS =
            span("group.consumer.min.heartbeat.interval.ms", 5_000, 1)
                    .means("The least that a group's own consumer.heartbeat.interval.ms counts.");

    public static final ConfigKey<Integer> MAX_HEARTBEAT_INTERVAL_MS =
            span("group.consumer.max.heartbeat.interval.ms", 15_000, 1)
                    .means("The most that a group's own consumer.heartbeat.interval.ms counts.");

    public static final ConfigKey<Integer> SESSION_TIMEOUT_MS =
            span("group.consumer.session.timeout.ms", 45_000, 1)
                    .means("How long a member of a consumer group may be silent.");

    public static final ConfigKey<Integer> MIN_SESSION_TIMEOUT_MS =
            span("group.consumer.min.session.timeout.ms", 45_000, 1)
                    .means("The least that a group's own consumer.session.timeout.ms counts.");

    public static final ConfigKey<Integer> MAX_SESSION_TIMEOUT_MS =
            span("group.consumer.max.session.timeout.ms", 60_000, 1)
                    .means("The most that a group's own consumer.session.timeout.ms counts.");

    public static final ConfigKey<Integer> MAX_SIZE =
            ConfigKey.ofInt("group.consumer.max.size")
                    .defaultsTo(Integer.MAX_VALUE)
                    .atLeast(1)
                    .means("How many members a consumer group may have.");

    public static final ConfigKey<String> MIGRATION_POLICY =
            ConfigKey.ofString("group.consumer.migration.policy")
                    .defaultsTo("bidirectional")
                    .oneOfIgnoringCase("DISABLED", "DOWNGRADE", "UPGRADE", "BIDIRECTIONAL")
                    .means(
                            "Whether a group with members changes its protocol: to the consumer"
                                    + " protocol when the first member comes that speaks it, back"
                                    + " when the last one goes, both or never. An empty group"
                                    + " always can.");

    private ConsumerGroupKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(
                ASSIGNORS,
                ASSIGNMENT_INTERVAL_MS,
                MIN_ASSIGNMENT_INTERVAL_MS,
                MAX_ASSIGNMENT_INTERVAL_MS,
                HEARTBEAT_INTERVAL_MS,
                MIN_HEARTBEAT_INTERVAL_MS,
                MAX_HEARTBEAT_INTERVAL_MS,
                SESSION_TIMEOUT_MS,
                MIN_SESSION_TIMEOUT_MS,
                MAX_SESSION_TIMEOUT_MS,
                MAX_SIZE,
                MIGRATION_POLICY);
    }

    private static ConfigKey.Builder<Integer> span(String name, int defaultMs, int min) {
        return ConfigKey.ofInt(name).defaultsTo(defaultMs).atLeast(min).unit("ms");
    }
}
