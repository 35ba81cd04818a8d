package dev.moldau.common.config;

import java.util.List;

/**
 * A group's settings (KIP-848, KIP-932, KIP-1071). Those of consumer groups count within the
 * broker's bounds ({@link ConsumerGroupKeys}); share groups and streams groups come with a later
 * release.
 */
public final class GroupKeys {

    private static final String LATER = "the groups that obey it come with a later release";

    public static final ConfigKey<Integer> CONSUMER_ASSIGNMENT_INTERVAL_MS =
            consumerSpan("consumer.assignment.interval.ms", 1_000, 0)
                    .means("The shortest time between two assignments.");

    public static final ConfigKey<Integer> CONSUMER_HEARTBEAT_INTERVAL_MS =
            consumerSpan("consumer.heartbeat.interval.ms", 5_000, 1)
                    .means("How often a consumer sends a heartbeat.");

    public static final ConfigKey<Integer> CONSUMER_SESSION_TIMEOUT_MS =
            consumerSpan("consumer.session.timeout.ms", 45_000, 1)
                    .means("How long a consumer may be silent.");

    private static final ConfigCatalogue CATALOGUE =
            new ConfigCatalogue(
                    List.of(
                            CONSUMER_ASSIGNMENT_INTERVAL_MS,
                            CONSUMER_HEARTBEAT_INTERVAL_MS,
                            CONSUMER_SESSION_TIMEOUT_MS,
                            ConfigKey.ofBoolean("errors.deadletterqueue.copy.record.enable")
                                    .defaultsTo(false)
                                    .withoutEffect(LATER)
                                    .means("Whether a dead letter holds a copy of the record."),
                            ConfigKey.ofString("errors.deadletterqueue.topic.name")
                                    .defaultsTo("")
                                    .withoutEffect(LATER)
                                    .means("The topic that takes records nobody could process."),
                            span("share.assignment.interval.ms", 1_000, 0)
                                    .means("The shortest time between two assignments."),
                            ConfigKey.ofString("share.auto.offset.reset")
                                    .defaultsTo("latest")
                                    .form(
                                            "latest|earliest|by_duration:P.+",
                                            "of latest, earliest, by_duration:PnDTnHnMnS")
                                    .withoutEffect(LATER)
                                    .means("Where a share group without a place begins to read."),
                            number("share.delivery.count.limit", 5, 2)
                                    .means("How often a record is tried."),
                            span("share.heartbeat.interval.ms", 5_000, 1)
                                    .means(
                                            "How often a member of a share group sends a heartbeat."),
                            ConfigKey.ofString("share.isolation.level")
                                    .defaultsTo("read_uncommitted")
                                    .oneOf("read_committed", "read_uncommitted")
                                    .withoutEffect(LATER)
                                    .means("Whether open transactions' records are delivered."),
                            number("share.partition.max.record.locks", 2_000, 100)
                                    .means("How many records of a partition may be in work."),
                            span("share.record.lock.duration.ms", 30_000, 1_000)
                                    .means("How long a member may work on a record."),
                            ConfigKey.ofBoolean("share.renew.acknowledge.enable")
                                    .defaultsTo(true)
                                    .withoutEffect(LATER)
                                    .means("Whether a member may ask for more time."),
                            span("share.session.timeout.ms", 45_000, 1)
                                    .means("How long a member of a share group may be silent."),
                            span("streams.assignment.interval.ms", 1_000, 0)
                                    .means("The shortest time between two assignments."),
                            ConfigKey.ofString("streams.assignor.name")
                                    .withoutEffect(LATER)
                                    .means("Who shares out the tasks of a streams group."),
                            span("streams.heartbeat.interval.ms", 5_000, 1)
                                    .means("How often a streams instance sends a heartbeat."),
                            span("streams.initial.rebalance.delay.ms", 3_000, 0)
                                    .means("How long a new streams group waits for more members."),
                            number("streams.num.standby.replicas", 0, 0)
                                    .means("How many standby copies a task's state has."),
                            ConfigKey.ofList("streams.rack.aware.assignment.tags")
                                    .defaultsTo(List.of())
                                    .withoutEffect(LATER)
                                    .means("The client tags over which standby copies spread."),
                            span("streams.session.timeout.ms", 45_000, 1)
                                    .means("How long a streams instance may be silent.")));

    private GroupKeys() {}

    /** All group keys. */
    public static ConfigCatalogue all() {
        return CATALOGUE;
    }

    private static ConfigKey.Builder<Integer> consumerSpan(String name, int defaultMs, int min) {
        return ConfigKey.ofInt(name).defaultsTo(defaultMs).atLeast(min).unit("ms");
    }

    private static ConfigKey.Builder<Integer> span(String name, int defaultMs, int min) {
        return number(name, defaultMs, min).unit("ms");
    }

    private static ConfigKey.Builder<Integer> number(String name, int defaultValue, int min) {
        return ConfigKey.ofInt(name).defaultsTo(defaultValue).atLeast(min).withoutEffect(LATER);
    }
}
