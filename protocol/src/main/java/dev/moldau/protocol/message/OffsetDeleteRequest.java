package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Deletes committed offsets of a group. */
@Request(api = ApiKey.OFFSET_DELETE, versions = "0")
public record OffsetDeleteRequest(String groupId, List<Topic> topics) implements ApiMessage {

    /** Partitions of one topic. */
    public record Topic(String name, List<Partition> partitions) {}

    /** A partition whose offset shall go. */
    public record Partition(int partitionIndex) {}
}
