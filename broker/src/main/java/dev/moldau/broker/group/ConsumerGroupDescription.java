package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A consumer group as an administrator sees it.
 *
 * @param error why there is nothing to see; {@link ErrorCode#GROUP_ID_NOT_FOUND} for a group that
 *     does not exist or is a classic one
 * @param groupId the group
 * @param state its state as the protocol spells it
 * @param epoch grows when members, subscriptions or topics change
 * @param assignmentEpoch the epoch for which targets were made
 * @param assignor who shares out its partitions
 * @param members who is in it
 */
public record ConsumerGroupDescription(
        ErrorCode error,
        String groupId,
        String state,
        int epoch,
        int assignmentEpoch,
        String assignor,
        List<Member> members) {

    /**
     * A member.
     *
     * @param topics the topics that it named
     * @param regex the regular expression for more, if it has one
     * @param assigned what it may own now
     * @param target what it shall own
     * @param classic whether it speaks the classic protocol
     */
    public record Member(
            String memberId,
            @Nullable String instanceId,
            @Nullable String rackId,
            int epoch,
            String clientId,
            String clientHost,
            List<String> topics,
            @Nullable String regex,
            PartitionSet assigned,
            PartitionSet target,
            boolean classic) {}

    /** Nothing to see. */
    static ConsumerGroupDescription failed(String groupId, ErrorCode error) {
        return new ConsumerGroupDescription(error, groupId, "", 0, 0, "", List.of());
    }
}
