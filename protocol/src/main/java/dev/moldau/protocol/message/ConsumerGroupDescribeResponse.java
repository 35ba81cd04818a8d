package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Describes groups that the broker balances. */
@Response(api = ApiKey.CONSUMER_GROUP_DESCRIBE, versions = "0-1", flexible = "0+")
public record ConsumerGroupDescribeResponse(int throttleTimeMs, List<Group> groups)
        implements ApiMessage {

    /**
     * A group, or why it cannot be described.
     *
     * @param groupEpoch grows when members or subscriptions change
     * @param assignmentEpoch the group epoch for which the target assignment was computed
     * @param authorizedOperations bit n is set if operation n is allowed; the least int if nobody
     *     asked
     * @param generations Moldau's own: why the last epochs began, oldest first
     */
    public record Group(
            short errorCode,
            @Nullable("0+") @Default("null") String errorMessage,
            String groupId,
            String groupState,
            int groupEpoch,
            int assignmentEpoch,
            String assignorName,
            List<Member> members,
            @Default("-2147483648") int authorizedOperations,
            @Tagged(tag = OwnTags.GENERATIONS, versions = "0+") List<Generation> generations) {}

    /**
     * A member of a group.
     *
     * @param assignment what it owns
     * @param targetAssignment what it shall own
     * @param memberType 0 for one that speaks the classic protocol, 1 for the new one, -1 for
     *     unknown
     */
    public record Member(
            String memberId,
            @Nullable("0+") @Default("null") String instanceId,
            @Nullable("0+") @Default("null") String rackId,
            int memberEpoch,
            String clientId,
            String clientHost,
            List<String> subscribedTopicNames,
            @Nullable("0+") @Default("null") String subscribedTopicRegex,
            Assignment assignment,
            Assignment targetAssignment,
            @Versions("1+") @Default("-1") byte memberType) {}

    /** Partitions of several topics. */
    public record Assignment(List<TopicPartitions> topicPartitions) {}

    /** Partitions of one topic. */
    public record TopicPartitions(Uuid topicId, String topicName, List<Integer> partitions) {}

    /**
     * Why a generation of the group began and how long it took.
     *
     * @param epoch the group epoch
     * @param reason who joined, left, fell silent or changed its mind
     * @param members how many it has
     * @param beganMs when the rebalance began, in epoch ms
     * @param joinMs how long the members took to come, in milliseconds
     * @param syncMs how long it then took until all had their partitions; -1 if they have not
     */
    public record Generation(
            int epoch, String reason, int members, long beganMs, long joinMs, long syncMs) {}
}
