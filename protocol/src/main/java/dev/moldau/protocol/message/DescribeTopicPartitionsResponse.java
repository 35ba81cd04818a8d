package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/**
 * Brings one page of topics and their partitions.
 *
 * @param nextCursor where the next page begins, null if this is the last
 */
@Response(api = ApiKey.DESCRIBE_TOPIC_PARTITIONS, versions = "0", flexible = "0+")
public record DescribeTopicPartitionsResponse(
        int throttleTimeMs, List<Topic> topics, @Nullable("0+") @Default("null") Cursor nextCursor)
        implements ApiMessage {

    /**
     * A topic, or why it cannot be described.
     *
     * @param topicAuthorizedOperations bit n is set if operation n is allowed; the least int if
     *     nobody asked
     */
    public record Topic(
            short errorCode,
            @Nullable("0+") String name,
            Uuid topicId,
            boolean isInternal,
            List<Partition> partitions,
            @Default("-2147483648") int topicAuthorizedOperations) {}

    /**
     * A partition and its replicas.
     *
     * @param leaderId -1 if there is no leader
     * @param eligibleLeaderReplicas replicas outside the ISR that have all committed records, null
     *     if not tracked
     * @param lastKnownElr the replicas to look at when no eligible one is left, null if not tracked
     */
    public record Partition(
            short errorCode,
            int partitionIndex,
            int leaderId,
            @Default("-1") int leaderEpoch,
            List<Integer> replicaNodes,
            List<Integer> isrNodes,
            @Nullable("0+") @Default("null") List<Integer> eligibleLeaderReplicas,
            @Nullable("0+") @Default("null") List<Integer> lastKnownElr,
            List<Integer> offlineReplicas) {}

    /** A place between two pages. */
    public record Cursor(String topicName, int partitionIndex) {}
}
