package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Moves replicas to other log directories of the same broker. */
@Request(api = ApiKey.ALTER_REPLICA_LOG_DIRS, versions = "0-2", flexible = "2+")
public record AlterReplicaLogDirsRequest(List<Dir> dirs) implements ApiMessage {

    /** A target directory and what goes there. */
    public record Dir(String path, List<Topic> topics) {}

    /** Partitions of one topic. */
    public record Topic(String name, List<Integer> partitions) {}
}
