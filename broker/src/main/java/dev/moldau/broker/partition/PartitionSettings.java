package dev.moldau.broker.partition;

import dev.moldau.broker.throttle.ThrottledReplicas;
import dev.moldau.protocol.record.BatchRules;
import dev.moldau.storage.LogSettings;
import java.util.Optional;

/**
 * What one topic's partitions go by: the topic's configuration over the broker's, resolved. An
 * immutable value; a change of configuration gives the partition another one.
 *
 * @param log what its log goes by
 * @param batches what produced batches must obey
 * @param minInSyncReplicas how many replicas must be in sync for {@code acks=all} ({@code
 *     min.insync.replicas})
 * @param recompression how batches are kept; empty if as they came
 * @param downConverts whether old consumers get old formats ({@code message.downconversion.enable})
 * @param servedSlowly which of this broker's replicas are served to followers that are not in sync
 *     no faster than {@code leader.replication.throttled.rate}
 */
public record PartitionSettings(
        LogSettings log,
        BatchRules batches,
        int minInSyncReplicas,
        Optional<Recompression> recompression,
        boolean downConverts,
        ThrottledReplicas servedSlowly) {

    /** Kafka's defaults. */
    public static final PartitionSettings DEFAULTS =
            new PartitionSettings(
                    LogSettings.DEFAULTS, BatchRules.DEFAULT, 1, Optional.empty(), true);

    /** Settings of a topic of which nothing is served slowly. */
    public PartitionSettings(
            LogSettings log,
            BatchRules batches,
            int minInSyncReplicas,
            Optional<Recompression> recompression,
            boolean downConverts) {
        this(log, batches, minInSyncReplicas, recompression, downConverts, ThrottledReplicas.NONE);
    }
}
