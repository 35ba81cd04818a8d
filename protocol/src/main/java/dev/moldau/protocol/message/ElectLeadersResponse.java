package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Says which partitions have a new leader.
 *
 * @param errorCode an error that concerns the whole request
 */
@Response(api = ApiKey.ELECT_LEADERS, versions = "0-2", flexible = "2+")
public record ElectLeadersResponse(
        int throttleTimeMs, @Versions("1+") short errorCode, List<Topic> replicaElectionResults)
        implements ApiMessage {

    /** The outcome for one topic. */
    public record Topic(String topic, List<Partition> partitionResult) {}

    /** The outcome for one partition. */
    public record Partition(
            int partitionId, short errorCode, @Nullable("0+") String errorMessage) {}
}
