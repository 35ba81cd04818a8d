package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Says which moves have begun or are called off. */
@Response(api = ApiKey.ALTER_PARTITION_REASSIGNMENTS, versions = "0-1", flexible = "0+")
public record AlterPartitionReassignmentsResponse(
        int throttleTimeMs,
        @Versions("1+") @Default("true") boolean allowReplicationFactorChange,
        short errorCode,
        @Nullable("0+") String errorMessage,
        List<Topic> responses)
        implements ApiMessage {

    /** The outcome for one topic. */
    public record Topic(String name, List<Partition> partitions) {}

    /** The outcome for one partition. */
    public record Partition(
            int partitionIndex, short errorCode, @Nullable("0+") String errorMessage) {}
}
