package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Says which moves have begun. */
@Response(api = ApiKey.ALTER_REPLICA_LOG_DIRS, versions = "0-2", flexible = "2+")
public record AlterReplicaLogDirsResponse(int throttleTimeMs, List<Topic> results)
        implements ApiMessage {

    /** The outcome for one topic. */
    public record Topic(String topicName, List<Partition> partitions) {}

    /** The outcome for one partition. */
    public record Partition(int partitionIndex, short errorCode) {}
}
