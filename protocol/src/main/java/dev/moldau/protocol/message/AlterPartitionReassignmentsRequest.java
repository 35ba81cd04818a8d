package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Moves partitions to other brokers, or calls such moves off.
 *
 * @param allowReplicationFactorChange whether a move may change the number of replicas
 */
@Request(api = ApiKey.ALTER_PARTITION_REASSIGNMENTS, versions = "0-1", flexible = "0+")
public record AlterPartitionReassignmentsRequest(
        @Default("60000") int timeoutMs,
        @Versions("1+") @Default("true") @Strict boolean allowReplicationFactorChange,
        List<Topic> topics)
        implements ApiMessage {

    /** Moves in one topic. */
    public record Topic(String name, List<Partition> partitions) {}

    /**
     * The move of one partition.
     *
     * @param replicas the brokers to move to, null to call the move off
     */
    public record Partition(
            int partitionIndex, @Nullable("0+") @Default("null") List<Integer> replicas) {}
}
