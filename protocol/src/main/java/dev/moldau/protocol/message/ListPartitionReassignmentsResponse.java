package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Lists partitions on the move. */
@Response(api = ApiKey.LIST_PARTITION_REASSIGNMENTS, versions = "0", flexible = "0+")
public record ListPartitionReassignmentsResponse(
        int throttleTimeMs,
        short errorCode,
        @Nullable("0+") String errorMessage,
        List<Topic> topics)
        implements ApiMessage {

    /** The moves in one topic. */
    public record Topic(String name, List<Partition> partitions) {}

    /** A partition on the move. */
    public record Partition(
            int partitionIndex,
            List<Integer> replicas,
            List<Integer> addingReplicas,
            List<Integer> removingReplicas) {}
}
