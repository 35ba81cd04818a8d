package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/**
 * Asks a broker what lies in its log directories.
 *
 * @param topics null for all
 */
@Request(api = ApiKey.DESCRIBE_LOG_DIRS, versions = "0-5", flexible = "2+")
public record DescribeLogDirsRequest(@Nullable("0+") List<Topic> topics) implements ApiMessage {

    /** Partitions of one topic. */
    public record Topic(String topic, List<Integer> partitions) {}
}
