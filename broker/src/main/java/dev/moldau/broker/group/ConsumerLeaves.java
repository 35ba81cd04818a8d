package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Members of a consumer group leave by the classic request, or an administrator takes them out by
 * it, whatever protocol they speak. Lives for one command, on the shard's lane.
 */
final class ConsumerLeaves {

    private final ConsumerGroup group;
    private final List<LeaveResult.Left> outcomes = new ArrayList<>();
    private final Set<String> memberIds = new LinkedHashSet<>();
    private final List<String> reasons = new ArrayList<>();

    private ConsumerLeaves(ConsumerGroup group) {
        this.group = group;
    }

    static void leave(
            ConsumerGroup group,
            LeaveCommand command,
            ConsumerDepartures departures,
            Answer<LeaveResult> answer) {
        ConsumerLeaves leaves = new ConsumerLeaves(group);
        command.members().forEach(leaves::add);
        LeaveResult result = new LeaveResult(ErrorCode.NONE, leaves.outcomes);
        if (leaves.memberIds.isEmpty()) {
            answer.give(result);
            return;
        }
        departures.remove(
                group,
                leaves.memberIds,
                String.join("; ", leaves.reasons),
                error -> {
                    if (error == ErrorCode.NONE) {
                        answer.give(result);
                    } else {
                        answer.fail(AppendErrors.forMembership(error));
                    }
                });
    }

    private void add(LeaveCommand.Leaving leaving) {
        String instanceId = leaving.instanceId();
        ErrorCode error = ErrorCode.NONE;
        ConsumerMember member;
        if (instanceId != null && leaving.memberId().isEmpty()) {
            member = group.staticMember(instanceId);
        } else {
            error = group.check(leaving.memberId(), instanceId);
            member = group.member(leaving.memberId());
        }
        if (error == ErrorCode.NONE && member == null) {
            error = ErrorCode.UNKNOWN_MEMBER_ID;
        }
        if (error == ErrorCode.NONE && member != null && memberIds.add(member.id())) {
            String words = leaving.reason();
            reasons.add(
                    "member "
                            + member
                            + " left"
                            + (words == null || words.isEmpty()
                                    ? ""
                                    : " (client reason: " + words + ")"));
        }
        outcomes.add(new LeaveResult.Left(leaving.memberId(), instanceId, error));
    }
}
