package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/**
 * Asks which partitions are on the move.
 *
 * @param topics null for all
 */
@Request(api = ApiKey.LIST_PARTITION_REASSIGNMENTS, versions = "0", flexible = "0+")
public record ListPartitionReassignmentsRequest(
        @Default("60000") int timeoutMs, @Nullable("0+") @Default("null") List<Topic> topics)
        implements ApiMessage {

    /** Partitions of one topic. */
    public record Topic(String name, List<Integer> partitionIndexes) {}
}
