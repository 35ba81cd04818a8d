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
 * Asks the controller to elect leaders.
 *
 * @param electionType 0 for the preferred replica, 1 for any live one even if it lacks records
 * @param topicPartitions null for all
 */
@Request(api = ApiKey.ELECT_LEADERS, versions = "0-2", flexible = "2+")
public record ElectLeadersRequest(
        @Versions("1+") @Strict byte electionType,
        @Nullable("0+") List<TopicPartitions> topicPartitions,
        @Default("60000") int timeoutMs)
        implements ApiMessage {

    /** Partitions of one topic. */
    public record TopicPartitions(String topic, List<Integer> partitions) {}
}
