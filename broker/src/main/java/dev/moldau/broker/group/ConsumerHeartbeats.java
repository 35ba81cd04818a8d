package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.ErrorCode;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Heartbeats of members that speak the consumer protocol. One that changes nothing costs a few
 * look-ups; one that does is answered when the change is committed.
 *
 * <p>Heartbeats may be repeated, because answers are lost. A member that says its previous epoch is
 * told the present one with everything that belongs to it; what it says it owns is not believed,
 * because it may be older than what it was told since. An assignment that changed is in every
 * answer until the member says that it has it.
 *
 * <p>Holds no state of its own; runs on the shard's lane.
 */
final class ConsumerHeartbeats {

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerHeartbeats.class);

    private final GroupHost host;
    private final ConsumerRebalance rebalance;
    private final ConsumerMembership membership;

    ConsumerHeartbeats(GroupHost host, ConsumerRebalance rebalance, ConsumerMembership membership) {
        this.host = host;
        this.rebalance = rebalance;
        this.membership = membership;
    }

    /**
     * A member joins, for the first time or again.
     *
     * @param draft what its coming changes already, such as the group's protocol
     * @param stored what to do when its coming is stored, before it is answered
     */
    void join(
            ConsumerGroup group,
            ConsumerHeartbeatCommand command,
            GroupDraft draft,
            Runnable stored,
            Answer<ConsumerHeartbeatResult> answer) {
        String assignor = command.assignor();
        if (assignor != null && !rebalance.targets().knows(assignor)) {
            answer.give(unknownAssignor(assignor));
            return;
        }
        String instanceId = command.instanceId();
        ConsumerMember former =
                instanceId == null
                        ? null
                        : ConsumerMembership.staticMember(draft.state(), instanceId);
        if (former != null && !former.id().equals(command.memberId())) {
            if (!former.current().isAway() && !former.isClassic()) {
                answer.give(
                        ConsumerHeartbeatResult.failed(
                                ErrorCode.UNRELEASED_INSTANCE_ID,
                                "Member "
                                        + former.id()
                                        + " has the static name "
                                        + instanceId
                                        + "; it must leave first, or its session end."));
                return;
            }
            LOG.info("group {}: {} comes back as {}", group.id(), former, command.memberId());
            ConsumerMembership.replace(draft, former, command.memberId());
        }
        ConsumerMember member = draft.state().member(command.memberId());
        int maxSize = host.config().consumers().maxSize();
        if (member == null && draft.state().size() >= maxSize) {
            answer.give(
                    ConsumerHeartbeatResult.failed(
                            ErrorCode.GROUP_MAX_SIZE_REACHED,
                            "The group has " + maxSize + " members (group.consumer.max.size)."));
            return;
        }
        MemberProfile profile = profile(member == null ? null : member.profile(), command);
        change(group, command, draft, profile, command.owned(), stored, answer);
    }

    private static ConsumerHeartbeatResult unknownAssignor(String name) {
        return ConsumerHeartbeatResult.failed(
                ErrorCode.UNSUPPORTED_ASSIGNOR,
                "This broker has no assignor '" + name + "' (group.consumer.assignors).");
    }

    /** A member is alive, and may want something else or have given something up. */
    void beat(
            ConsumerGroup group,
            ConsumerHeartbeatCommand command,
            Answer<ConsumerHeartbeatResult> answer) {
        ConsumerMember member = group.member(command.memberId());
        ConsumerHeartbeatResult refused = check(group, member, command);
        if (refused != null || member == null) {
            answer.give(
                    refused != null
                            ? refused
                            : ConsumerHeartbeatResult.failed(ErrorCode.UNKNOWN_MEMBER_ID));
            return;
        }
        PartitionSet owned = isLate(member, command) ? null : command.owned();
        MemberProfile profile = profile(member.profile(), command);
        if (profile.equals(member.profile())
                && !rebalance.isAssignmentDue(group, group.state())
                && ConsumerRebalance.reconcile(group, group.state(), member, owned)
                        .equals(member.current())) {
            answered(group, command, member, member, answer);
            return;
        }
        GroupDraft draft = new GroupDraft(group.id(), group.state());
        change(group, command, draft, profile, owned, () -> {}, answer);
    }

    private @Nullable ConsumerHeartbeatResult check(
            ConsumerGroup group,
            @Nullable ConsumerMember member,
            ConsumerHeartbeatCommand command) {
        if (command.instanceId() != null) {
            ConsumerMember current = group.staticMember(command.instanceId());
            if (current == null) {
                return ConsumerHeartbeatResult.failed(ErrorCode.UNKNOWN_MEMBER_ID);
            }
            if (!current.id().equals(command.memberId())) {
                return ConsumerHeartbeatResult.failed(
                        ErrorCode.FENCED_INSTANCE_ID,
                        "Member " + current.id() + " has taken over the static name.");
            }
        }
        if (member == null || member.isClassic()) {
            return ConsumerHeartbeatResult.failed(
                    ErrorCode.UNKNOWN_MEMBER_ID,
                    "Member " + command.memberId() + " is not in the group; it may join anew.");
        }
        if (command.memberEpoch() != member.current().epoch() && !isLate(member, command)) {
            return ConsumerHeartbeatResult.failed(
                    ErrorCode.FENCED_MEMBER_EPOCH,
                    "The member is in epoch "
                            + member.current().epoch()
                            + " and said "
                            + command.memberEpoch()
                            + "; it is to give everything up and join anew.");
        }
        String assignor = command.assignor();
        return assignor == null || rebalance.targets().knows(assignor)
                ? null
                : unknownAssignor(assignor);
    }

    /** Whether the member has not heard of the epoch that it is in. */
    private static boolean isLate(ConsumerMember member, ConsumerHeartbeatCommand command) {
        return command.memberEpoch() != member.current().epoch()
                && command.memberEpoch() == member.current().previousEpoch()
                && !member.current().isAway();
    }

    private static MemberProfile profile(
            @Nullable MemberProfile before, ConsumerHeartbeatCommand command) {
        if (before == null) {
            return new MemberProfile(
                    command.instanceId(),
                    command.rackId(),
                    command.clientId(),
                    command.clientHost(),
                    command.topics() == null ? Set.of() : command.topics(),
                    orNull(command.regex()),
                    command.rebalanceTimeoutMs(),
                    command.assignor(),
                    null);
        }
        return new MemberProfile(
                before.instanceId() == null ? command.instanceId() : before.instanceId(),
                command.rackId() == null ? before.rackId() : command.rackId(),
                command.clientId(),
                command.clientHost(),
                command.topics() == null ? before.topics() : command.topics(),
                command.regex() == null ? before.regex() : orNull(command.regex()),
                command.rebalanceTimeoutMs() < 0
                        ? before.rebalanceTimeoutMs()
                        : command.rebalanceTimeoutMs(),
                command.assignor() == null ? before.assignor() : command.assignor(),
                null);
    }

    private static @Nullable String orNull(@Nullable String regex) {
        return regex == null || regex.isEmpty() ? null : regex;
    }

    private void change(
            ConsumerGroup group,
            ConsumerHeartbeatCommand command,
            GroupDraft draft,
            MemberProfile profile,
            @Nullable PartitionSet owned,
            Runnable stored,
            Answer<ConsumerHeartbeatResult> answer) {
        ConsumerMember before = draft.state().member(command.memberId());
        try {
            membership.change(
                    group,
                    draft,
                    command.memberId(),
                    profile,
                    owned,
                    error -> {
                        if (error != ErrorCode.NONE) {
                            answer.fail(AppendErrors.forMembership(error));
                            return;
                        }
                        stored.run();
                        ConsumerMember now = group.member(command.memberId());
                        if (now == null) {
                            throw new IllegalStateException(command + " left no member");
                        }
                        answered(group, command, before, now, answer);
                    });
        } catch (InvalidTopicRegexException e) {
            answer.give(
                    ConsumerHeartbeatResult.failed(
                            ErrorCode.INVALID_REGULAR_EXPRESSION, e.getMessage()));
        }
    }

    private void answered(
            ConsumerGroup group,
            ConsumerHeartbeatCommand command,
            @Nullable ConsumerMember before,
            ConsumerMember now,
            Answer<ConsumerHeartbeatResult> answer) {
        rebalance.sessions().hear(group, now);
        MemberLife life = group.life(now.id());
        PartitionSet assigned = now.current().assigned();
        if (before == null || !assigned.equals(before.current().assigned())) {
            life.repeatUntilConfirmed();
        }
        boolean late = !command.joins() && before != null && isLate(before, command);
        if (!late && assigned.equals(command.owned())) {
            life.confirmed();
        }
        boolean tells = life.repeats() || late || command.joins() || command.isWhole();
        if (tells) {
            life.told();
        }
        answer.give(
                new ConsumerHeartbeatResult(
                        ErrorCode.NONE,
                        null,
                        now.id(),
                        now.current().epoch(),
                        rebalance.heartbeatIntervalMs(group, now),
                        tells ? assigned : null));
    }
}
