package dev.moldau.broker.partition;

import dev.moldau.broker.throttle.ThrottledReplicas;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.CoordinatorKeys;
import dev.moldau.common.config.TopicConfig;
import dev.moldau.common.config.TopicKeys;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.record.BatchRules;
import dev.moldau.protocol.record.TimestampType;
import dev.moldau.storage.LogSettings;
import java.util.Optional;

/** Turns the configuration of a topic into what its partitions go by. */
final class TopicSettings {

    /** An index entry of the time index has so many bytes, and an index holds at least one. */
    private static final int SMALLEST_INDEX_BYTES = 12;

    private static final String AS_PRODUCED = "producer";
    private static final String UNCOMPRESSED = "uncompressed";

    private TopicSettings() {}

    static PartitionSettings of(TopicConfig topic, BrokerConfig broker) {
        return new PartitionSettings(
                log(topic, broker),
                rules(topic),
                topic.minInsyncReplicas(),
                recompression(topic),
                topic.downconversion(),
                ThrottledReplicas.of(
                        topic.get(TopicKeys.LEADER_REPLICATION_THROTTLED_REPLICAS),
                        broker.nodeId()));
    }

    private static LogSettings log(TopicConfig topic, BrokerConfig broker) {
        return new LogSettings(
                topic.segmentBytes(),
                topic.segmentMs(),
                topic.segmentJitterMs(),
                Math.max(SMALLEST_INDEX_BYTES, topic.segmentIndexBytes()),
                topic.indexIntervalBytes(),
                topic.retentionMs(),
                topic.retentionBytes(),
                topic.delete(),
                topic.fileDeleteDelayMs(),
                topic.flushMessages(),
                topic.flushMs(),
                broker.get(CoordinatorKeys.PRODUCER_ID_EXPIRATION_MS),
                LogSettings.DEFAULTS.maxProducers());
    }

    private static BatchRules rules(TopicConfig topic) {
        // Below the general limits against bombs, a topic's own limit is exact.
        int inflated = topic.maxDecompressedMessageBytes();
        boolean ownLimit = inflated < BatchRules.DEFAULT_INFLATED_BYTES_FLOOR;
        return new BatchRules(
                topic.maxMessageBytes(),
                topic.logAppendTime() ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME,
                topic.timestampBeforeMaxMs(),
                topic.timestampAfterMaxMs(),
                topic.compact(),
                true,
                ownLimit ? inflated : BatchRules.DEFAULT_INFLATED_BYTES_FLOOR,
                ownLimit ? 0 : BatchRules.DEFAULT_INFLATED_BYTES_RATIO);
    }

    private static Optional<Recompression> recompression(TopicConfig topic) {
        String type = topic.compressionType();
        if (type.equals(AS_PRODUCED)) {
            return Optional.empty();
        }
        if (type.equals(UNCOMPRESSED)) {
            return Optional.of(new Recompression(Compression.NONE, 0));
        }
        return Compression.named(type)
                .map(compression -> new Recompression(compression, level(compression, topic)));
    }

    private static int level(Compression compression, TopicConfig topic) {
        return switch (compression) {
            case GZIP -> {
                int level = topic.get(TopicKeys.COMPRESSION_GZIP_LEVEL);
                yield level < 0 ? compression.defaultLevel() : level;
            }
            case LZ4 -> topic.get(TopicKeys.COMPRESSION_LZ4_LEVEL);
            case ZSTD -> topic.get(TopicKeys.COMPRESSION_ZSTD_LEVEL);
            case NONE, SNAPPY -> compression.defaultLevel();
        };
    }
}
