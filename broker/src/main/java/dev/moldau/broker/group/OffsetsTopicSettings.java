package dev.moldau.broker.group;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.CoordinatorKeys;
import java.util.Optional;

/**
 * How the offsets topic is made.
 *
 * @param partitions {@code offsets.topic.num.partitions}
 * @param replicationFactor {@code offsets.topic.replication.factor}; empty for 3, or as many as
 *     there are brokers
 * @param segmentBytes {@code offsets.topic.segment.bytes}
 */
public record OffsetsTopicSettings(
        int partitions, Optional<Integer> replicationFactor, int segmentBytes) {

    /** The settings that a broker's configuration makes. */
    public static OffsetsTopicSettings of(BrokerConfig config) {
        return new OffsetsTopicSettings(
                config.get(CoordinatorKeys.OFFSETS_TOPIC_NUM_PARTITIONS),
                config.find(CoordinatorKeys.OFFSETS_TOPIC_REPLICATION_FACTOR).map(Short::intValue),
                config.get(CoordinatorKeys.OFFSETS_TOPIC_SEGMENT_BYTES));
    }
}
