package dev.moldau.broker.group;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.CoordinatorKeys;

/**
 * The settings of the group coordinator. Immutable; the keys are Kafka's.
 *
 * @param minSessionTimeoutMs {@code group.min.session.timeout.ms}: the shortest session that a
 *     member may ask for, in milliseconds
 * @param maxSessionTimeoutMs {@code group.max.session.timeout.ms}: the longest, in milliseconds
 * @param maxSize {@code group.max.size}: how many members a group may have
 * @param initialRebalanceDelayMs {@code group.initial.rebalance.delay.ms}: how long the first
 *     generation of an empty group waits for more members, in milliseconds; {@link #ADAPTIVE_DELAY}
 *     lets the arrivals decide (docs/adr/0002)
 * @param offsetMetadataMaxBytes {@code offset.metadata.max.bytes}: how long the text that a client
 *     keeps with an offset may be, in characters
 * @param offsetsRetentionMs {@code offsets.retention.minutes}, in milliseconds: how long offsets
 *     stay after their group became empty
 * @param retentionCheckIntervalMs {@code offsets.retention.check.interval.ms}: how often expired
 *     offsets are looked for, in milliseconds
 * @param offsetsTopicPartitions {@code offsets.topic.num.partitions}: how many partitions the
 *     offsets topic gets when it is created
 * @param loadBufferBytes how much of the log is read at a time while loading, in bytes
 * @param maxWaitingCommands how many commands may wait for one group while a write of it is on the
 *     way to the disk; more are refused with a retriable error
 * @param consumers the settings of consumer groups
 */
public record GroupConfig(
        int minSessionTimeoutMs,
        int maxSessionTimeoutMs,
        int maxSize,
        int initialRebalanceDelayMs,
        int offsetMetadataMaxBytes,
        long offsetsRetentionMs,
        long retentionCheckIntervalMs,
        int offsetsTopicPartitions,
        int loadBufferBytes,
        int maxWaitingCommands,
        ConsumerGroupConfig consumers) {

    /** The initial rebalance delay of a broker whose configuration does not set one. */
    public static final int ADAPTIVE_DELAY = -1;

    /** Kafka's defaults, but for the delay of the first rebalance, which is adaptive. */
    public static final GroupConfig DEFAULT =
            new GroupConfig(
                    6_000,
                    1_800_000,
                    Integer.MAX_VALUE,
                    ADAPTIVE_DELAY,
                    4_096,
                    7L * 24 * 60 * 60 * 1_000,
                    600_000,
                    50,
                    5 * 1_024 * 1_024,
                    10_000,
                    ConsumerGroupConfig.DEFAULT);

    /**
     * @throws IllegalArgumentException if a bound is out of its range
     */
    public GroupConfig {
        require(minSessionTimeoutMs > 0, "group.min.session.timeout.ms", minSessionTimeoutMs);
        require(
                maxSessionTimeoutMs >= minSessionTimeoutMs,
                "group.max.session.timeout.ms",
                maxSessionTimeoutMs);
        require(maxSize > 0, "group.max.size", maxSize);
        require(
                initialRebalanceDelayMs >= ADAPTIVE_DELAY,
                "group.initial.rebalance.delay.ms",
                initialRebalanceDelayMs);
        require(offsetMetadataMaxBytes >= 0, "offset.metadata.max.bytes", offsetMetadataMaxBytes);
        require(offsetsRetentionMs > 0, "offsets.retention.minutes", offsetsRetentionMs);
        require(
                retentionCheckIntervalMs > 0,
                "offsets.retention.check.interval.ms",
                retentionCheckIntervalMs);
        require(offsetsTopicPartitions > 0, "offsets.topic.num.partitions", offsetsTopicPartitions);
        require(loadBufferBytes > 0, "load buffer", loadBufferBytes);
        require(maxWaitingCommands > 0, "waiting commands", maxWaitingCommands);
    }

    /** The settings that a broker's configuration makes. */
    public static GroupConfig of(BrokerConfig config) {
        return new GroupConfig(
                config.get(CoordinatorKeys.GROUP_MIN_SESSION_TIMEOUT_MS),
                config.get(CoordinatorKeys.GROUP_MAX_SESSION_TIMEOUT_MS),
                config.get(CoordinatorKeys.GROUP_MAX_SIZE),
                config.find(CoordinatorKeys.GROUP_INITIAL_REBALANCE_DELAY_MS)
                        .orElse(ADAPTIVE_DELAY),
                config.get(CoordinatorKeys.OFFSET_METADATA_MAX_BYTES),
                config.get(CoordinatorKeys.OFFSETS_RETENTION_MINUTES) * 60_000L,
                config.get(CoordinatorKeys.OFFSETS_RETENTION_CHECK_INTERVAL_MS),
                config.get(CoordinatorKeys.OFFSETS_TOPIC_NUM_PARTITIONS),
                config.get(CoordinatorKeys.OFFSETS_LOAD_BUFFER_SIZE),
                DEFAULT.maxWaitingCommands(),
                ConsumerGroupConfig.of(config));
    }

    private static void require(boolean good, String key, long value) {
        if (!good) {
            throw new IllegalArgumentException(key + " is out of range: " + value);
        }
    }
}
