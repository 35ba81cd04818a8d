package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Asks the leaders of partitions which producers write to them. */
@Request(api = ApiKey.DESCRIBE_PRODUCERS, versions = "0", flexible = "0+")
public record DescribeProducersRequest(List<Topic> topics) implements ApiMessage {

    /** Partitions of one topic. */
    public record Topic(String name, List<Integer> partitionIndexes) {}
}
