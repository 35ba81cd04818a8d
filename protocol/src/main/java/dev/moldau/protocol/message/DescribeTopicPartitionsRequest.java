package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/**
 * Asks for topics and their partitions page by page.
 *
 * @param responsePartitionLimit how many partitions a page may have
 * @param cursor where to go on, null for the start
 */
@Request(api = ApiKey.DESCRIBE_TOPIC_PARTITIONS, versions = "0", flexible = "0+")
public record DescribeTopicPartitionsRequest(
        List<Topic> topics,
        @Default("2000") int responsePartitionLimit,
        @Nullable("0+") @Default("null") Cursor cursor)
        implements ApiMessage {

    /** A topic of interest. */
    public record Topic(String name) {}

    /** A place between two pages. */
    public record Cursor(String topicName, int partitionIndex) {}
}
