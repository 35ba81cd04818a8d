package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Joins, keeps alive or leaves a consumer group that the broker balances; null says "as before".
 *
 * @param memberEpoch 0 to join, -1 to leave, -2 to leave for a while as a static member
 * @param instanceId the name of a static member
 * @param rebalanceTimeoutMs how long the member may take to give partitions up, -1 for as before
 * @param serverAssignor the assignor that the member prefers
 * @param topicPartitions what the member owns
 */
@Request(api = ApiKey.CONSUMER_GROUP_HEARTBEAT, versions = "0-1", flexible = "0+")
public record ConsumerGroupHeartbeatRequest(
        String groupId,
        String memberId,
        int memberEpoch,
        @Nullable("0+") @Default("null") String instanceId,
        @Nullable("0+") @Default("null") String rackId,
        @Default("-1") int rebalanceTimeoutMs,
        @Nullable("0+") @Default("null") List<String> subscribedTopicNames,
        @Versions("1+") @Nullable("1+") @Default("null") @Strict String subscribedTopicRegex,
        @Nullable("0+") @Default("null") String serverAssignor,
        @Nullable("0+") @Default("null") List<TopicPartitions> topicPartitions)
        implements ApiMessage {

    /** Partitions of one topic. */
    public record TopicPartitions(Uuid topicId, List<Integer> partitions) {}
}
