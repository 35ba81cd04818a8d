package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.Assignor;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.ConsumerGroupKeys;
import dev.moldau.common.config.GroupKeys;
import java.util.List;
import java.util.Map;

/**
 * The broker's settings of consumer groups. Immutable; the keys are those of {@link
 * ConsumerGroupKeys}.
 *
 * @param assignors who may share out partitions; the first serves members that ask for none
 * @param sessionTimeoutMs how long a member may be silent, in milliseconds
 * @param heartbeatIntervalMs how often a member is to be heard from, in milliseconds
 * @param assignmentIntervalMs the shortest time between two assignments, in milliseconds
 * @param maxSize how many members a group may have
 * @param migrationPolicy whether groups with members change their protocol
 */
public record ConsumerGroupConfig(
        List<Assignor> assignors,
        Span sessionTimeoutMs,
        Span heartbeatIntervalMs,
        Span assignmentIntervalMs,
        int maxSize,
        MigrationPolicy migrationPolicy) {

    /** Kafka's defaults. */
    public static final ConsumerGroupConfig DEFAULT =
            new ConsumerGroupConfig(
                    Assignor.ALL,
                    new Span(45_000, 45_000, 60_000),
                    new Span(5_000, 5_000, 15_000),
                    new Span(1_000, 0, 15_000),
                    Integer.MAX_VALUE,
                    MigrationPolicy.BIDIRECTIONAL);

    /**
     * @throws IllegalArgumentException if there is no assignor, or no room for a member
     */
    public ConsumerGroupConfig {
        assignors = List.copyOf(assignors);
        if (assignors.isEmpty()) {
            throw new IllegalArgumentException("group.consumer.assignors is empty");
        }
        if (maxSize < 1) {
            throw new IllegalArgumentException("group.consumer.max.size is " + maxSize);
        }
    }

    /**
     * A time in milliseconds, with the bounds within which groups may set their own.
     *
     * @param value for groups that set none
     */
    public record Span(int value, int min, int max) {

        /**
         * @throws IllegalArgumentException if the bounds leave nothing between them
         */
        public Span {
            if (min < 0 || min > max) {
                throw new IllegalArgumentException("no time is between " + min + " and " + max);
            }
        }

        /** What counts of a group's own wish. */
        int of(Map<String, String> own, ConfigKey<Integer> key) {
            String text = own.get(key.name());
            return text == null ? value : Math.clamp(key.parse(text), min, max);
        }
    }

    /** The settings that a broker's configuration makes. */
    static ConsumerGroupConfig of(BrokerConfig config) {
        return new ConsumerGroupConfig(
                config.get(ConsumerGroupKeys.ASSIGNORS).stream()
                        .map(name -> Assignor.named(name).orElseThrow())
                        .toList(),
                new Span(
                        config.get(ConsumerGroupKeys.SESSION_TIMEOUT_MS),
                        config.get(ConsumerGroupKeys.MIN_SESSION_TIMEOUT_MS),
                        config.get(ConsumerGroupKeys.MAX_SESSION_TIMEOUT_MS)),
                new Span(
                        config.get(ConsumerGroupKeys.HEARTBEAT_INTERVAL_MS),
                        config.get(ConsumerGroupKeys.MIN_HEARTBEAT_INTERVAL_MS),
                        config.get(ConsumerGroupKeys.MAX_HEARTBEAT_INTERVAL_MS)),
                new Span(
                        config.get(ConsumerGroupKeys.ASSIGNMENT_INTERVAL_MS),
                        config.get(ConsumerGroupKeys.MIN_ASSIGNMENT_INTERVAL_MS),
                        config.get(ConsumerGroupKeys.MAX_ASSIGNMENT_INTERVAL_MS)),
                config.get(ConsumerGroupKeys.MAX_SIZE),
                MigrationPolicy.of(config.get(ConsumerGroupKeys.MIGRATION_POLICY)));
    }

    /**
     * The times that count for a group.
     *
     * @param own what is set for the group itself
     */
    ConsumerTimes times(Map<String, String> own) {
        return new ConsumerTimes(
                sessionTimeoutMs.of(own, GroupKeys.CONSUMER_SESSION_TIMEOUT_MS),
                heartbeatIntervalMs.of(own, GroupKeys.CONSUMER_HEARTBEAT_INTERVAL_MS),
                assignmentIntervalMs.of(own, GroupKeys.CONSUMER_ASSIGNMENT_INTERVAL_MS));
    }
}
