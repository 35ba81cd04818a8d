package dev.moldau.broker.group;

import dev.moldau.broker.group.GroupState.CompletingRebalance;
import dev.moldau.broker.group.GroupState.Dead;
import dev.moldau.broker.group.GroupState.Empty;
import dev.moldau.broker.group.GroupState.Formed;
import dev.moldau.broker.group.GroupState.PreparingRebalance;
import dev.moldau.broker.group.GroupState.Stable;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What members of a group ask between joining and leaving, answered as each state has it. Any
 * request of a member counts as a sign of life. Holds no state of its own; runs on the shard's
 * lane.
 */
final class Membership {

    private final Rebalance rebalance;

    Membership(Rebalance rebalance) {
        this.rebalance = rebalance;
    }

    void sync(Group group, SyncCommand command, Answer<SyncResult> answer) {
        ErrorCode error = checkSync(group, command);
        Member member = group.member(command.memberId());
        if (error != ErrorCode.NONE || member == null) {
            answer.fail(error);
            return;
        }
        switch (group.state()) {
            case PreparingRebalance _ -> answer.fail(ErrorCode.REBALANCE_IN_PROGRESS);
            case CompletingRebalance completing -> {
                Answer<SyncResult> earlier = member.replaceSync(answer);
                if (earlier != null) {
                    earlier.fail(ErrorCode.REBALANCE_IN_PROGRESS);
                }
                heardSync(group, completing, member);
                if (group.isLeader(member)) {
                    rebalance.assign(group, completing, command.assignments());
                }
            }
            case Stable stable -> {
                heardSync(group, stable, member);
                answer.give(Generations.assigned(group, member));
            }
            case Empty _, Dead _ -> answer.fail(ErrorCode.UNKNOWN_MEMBER_ID);
        }
    }

    private void heardSync(Group group, Formed formed, Member member) {
        formed.awaitingSync().remove(member.id());
        rebalance.sessions().hear(group, member);
    }

    private static ErrorCode checkSync(Group group, SyncCommand command) {
        ErrorCode error =
                check(group, command.memberId(), command.instanceId(), command.generation());
        if (error != ErrorCode.NONE) {
            return error;
        }
        boolean consistent =
                agrees(command.protocolType(), group.protocolType())
                        && agrees(command.protocolName(), group.protocolName());
        return consistent ? ErrorCode.NONE : ErrorCode.INCONSISTENT_GROUP_PROTOCOL;
    }

    private static boolean agrees(@Nullable String said, @Nullable String known) {
        return said == null || said.equals(known);
    }

    /** Whether a member is who it says and in the generation that stands. */
    private static ErrorCode check(
            Group group, String memberId, @Nullable String instanceId, int generation) {
        ErrorCode error = group.check(memberId, instanceId);
        if (error != ErrorCode.NONE) {
            return error;
        }
        return generation == group.generation() ? ErrorCode.NONE : ErrorCode.ILLEGAL_GENERATION;
    }

    ErrorCode heartbeat(Group group, HeartbeatCommand command) {
        ErrorCode error =
                check(group, command.memberId(), command.instanceId(), command.generation());
        Member member = group.member(command.memberId());
        if (error != ErrorCode.NONE || member == null) {
            return error;
        }
        return switch (group.state()) {
            case Formed _ -> {
                rebalance.sessions().hear(group, member);
                yield ErrorCode.NONE;
            }
            case PreparingRebalance _ -> {
                rebalance.sessions().hear(group, member);
                yield ErrorCode.REBALANCE_IN_PROGRESS;
            }
            case Empty _, Dead _ -> ErrorCode.UNKNOWN_MEMBER_ID;
        };
    }

    LeaveResult leave(Group group, LeaveCommand command) {
        List<LeaveResult.Left> outcomes = new ArrayList<>(command.members().size());
        List<String> reasons = new ArrayList<>();
        boolean gone = false;
        for (LeaveCommand.Leaving leaving : command.members()) {
            ErrorCode error;
            if (leaving.instanceId() == null && group.removePending(leaving.memberId())) {
                error = ErrorCode.NONE;
                gone = true;
            } else {
                error = leave(group, leaving, reasons);
            }
            outcomes.add(new LeaveResult.Left(leaving.memberId(), leaving.instanceId(), error));
        }
        if (!reasons.isEmpty()) {
            rebalance.prepareOrProceed(group, String.join("; ", reasons));
        } else if (gone && group.state() instanceof PreparingRebalance) {
            rebalance.prepareOrProceed(group, "");
        }
        return new LeaveResult(ErrorCode.NONE, outcomes);
    }

    private ErrorCode leave(Group group, LeaveCommand.Leaving leaving, List<String> reasons) {
        String instanceId = leaving.instanceId();
        Member member;
        if (leaving.memberId().isEmpty() && instanceId != null) {
            member = group.staticMember(instanceId);
        } else {
            ErrorCode error = group.check(leaving.memberId(), instanceId);
            if (error != ErrorCode.NONE) {
                return error;
            }
            member = group.member(leaving.memberId());
        }
        if (member == null) {
            return ErrorCode.UNKNOWN_MEMBER_ID;
        }
        rebalance.remove(group, member);
        String words = leaving.reason();
        reasons.add(
                "member "
                        + member
                        + " left"
                        + (words == null || words.isEmpty()
                                ? ""
                                : " (client reason: " + words + ")"));
        return ErrorCode.NONE;
    }

    /**
     * Whether somebody may commit offsets; if it is a member, that it was heard from.
     *
     * <p>While members are called together commits are still taken: a member commits what it has
     * done before it gives its partitions up. Once the generation is formed they are not, until the
     * member has its assignment.
     */
    ErrorCode checkCommit(
            Group group, String memberId, @Nullable String instanceId, int generation) {
        if (generation < 0 && group.state() instanceof Empty) {
            return ErrorCode.NONE;
        }
        if (generation < 0 && memberId.isEmpty() && instanceId == null) {
            // No member, and the group has some.
            return ErrorCode.UNKNOWN_MEMBER_ID;
        }
        ErrorCode error = check(group, memberId, instanceId, generation);
        Member member = group.member(memberId);
        if (error != ErrorCode.NONE || member == null) {
            return error;
        }
        if (group.state() instanceof CompletingRebalance) {
            return ErrorCode.REBALANCE_IN_PROGRESS;
        }
        rebalance.sessions().hear(group, member);
        return ErrorCode.NONE;
    }
}
