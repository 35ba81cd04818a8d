package dev.moldau.broker.partition;

import dev.moldau.protocol.record.TimestampType;
import dev.moldau.storage.LogSettings;

/**
 * What one topic's partitions go by: the topic's configuration over the broker's, resolved. An
 * immutable value; a change of configuration gives the partition another one.
 *
 * @param log what its log goes by
 * @param maxMessageBytes the largest batch that is taken ({@code max.message.bytes})
 * @param timestampType who sets the records' timestamps ({@code message.timestamp.type})
 * @param timestampBeforeMaxMs how far a producer's timestamp may lie in the past ({@code
 *     message.timestamp.before.max.ms})
 * @param timestampAfterMaxMs how far it may lie in the future ({@code
 *     message.timestamp.after.max.ms})
 * @param minInSyncReplicas how many replicas must be in sync for {@code acks=all} ({@code
 *     min.insync.replicas})
 * @param compacted whether records need keys: {@code cleanup.policy} contains {@code compact}
 * @param downConverts whether old consumers get old formats ({@code message.downconversion.enable})
 */
public record PartitionSettings(
        LogSettings log,
        int maxMessageBytes,
        TimestampType timestampType,
        long timestampBeforeMaxMs,
        long timestampAfterMaxMs,
        int minInSyncReplicas,
        boolean compacted,
        boolean downConverts) {

    /** Kafka's defaults. */
    public static final PartitionSettings DEFAULTS =
            new PartitionSettings(
                    LogSettings.DEFAULTS,
                    1_048_588,
                    TimestampType.CREATE_TIME,
                    Long.MAX_VALUE,
                    3_600_000,
                    1,
                    false,
                    true);
}
