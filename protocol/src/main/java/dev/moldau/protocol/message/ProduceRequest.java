package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.record.Records;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks the leaders of partitions to append record batches to their logs.
 *
 * @param acks 0 for no answer at all, 1 for the leader's append, -1 for every in-sync replica's
 * @param timeoutMs how long the leader may wait for the other replicas
 */
@Request(api = ApiKey.PRODUCE, versions = "0-13", flexible = "9+")
public record ProduceRequest(
        @Versions("3+") @Nullable("3+") @Default("null") @Strict String transactionalId,
        short acks,
        int timeoutMs,
        List<Topic> topicData)
        implements ApiMessage {

    /**
     * The batches for the partitions of one topic, named up to version 12 and identified by id
     * since.
     */
    public record Topic(
            @Versions("0-12") String name,
            @Versions("13+") Uuid topicId,
            List<Partition> partitionData) {}

    /** The batches for one partition; since version 3 exactly one batch of format v2. */
    public record Partition(int index, @Nullable("0+") Records records) {}
}
