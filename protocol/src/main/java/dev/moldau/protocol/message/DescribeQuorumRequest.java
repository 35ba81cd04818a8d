package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Asks for the state of a metadata quorum. */
@Request(api = ApiKey.DESCRIBE_QUORUM, versions = "0-2", flexible = "0+")
public record DescribeQuorumRequest(List<Topic> topics) implements ApiMessage {

    /** Partitions of one topic. */
    public record Topic(String topicName, List<Partition> partitions) {}

    /** A partition of interest. */
    public record Partition(int partitionIndex) {}
}
