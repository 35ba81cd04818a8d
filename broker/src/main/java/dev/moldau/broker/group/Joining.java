package dev.moldau.broker.group;

import dev.moldau.broker.group.GroupState.CompletingRebalance;
import dev.moldau.broker.group.GroupState.Dead;
import dev.moldau.broker.group.GroupState.Empty;
import dev.moldau.broker.group.GroupState.PreparingRebalance;
import dev.moldau.broker.group.GroupState.Stable;
import dev.moldau.protocol.ErrorCode;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who may become a member, and what a join means in each state of the group (KIP-62, KIP-345,
 * KIP-394, KIP-814). Holds no state of its own; runs on the shard's lane.
 */
final class Joining {

    private static final Logger LOG = LoggerFactory.getLogger(Joining.class);

    private final GroupHost host;
    private final Rebalance rebalance;

    Joining(GroupHost host, Rebalance rebalance) {
        this.host = host;
        this.rebalance = rebalance;
    }

    void join(Group group, JoinCommand command, Answer<JoinResult> answer) {
        if (!hasRoom(group, command)) {
            turnAway(group, command, answer);
        } else if (!group.supports(command.protocolType(), command.protocols())) {
            answer.fail(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
        } else if (command.memberId().isEmpty()) {
            joinUnknown(group, command, answer);
        } else if (group.isPending(command.memberId())) {
            joinPending(group, command, answer);
        } else {
            joinAgain(group, command, answer);
        }
    }

    /**
     * Whether the group may take the member; one that restarted needs no room that it did not have
     * (which Kafka does not see, and turns it away). While members are called together only those
     * that have come count: a group that is too large shrinks to who comes first.
     */
    private boolean hasRoom(Group group, JoinCommand command) {
        int maxSize = host.config().maxSize();
        String instanceId = command.instanceId();
        Member member =
                command.memberId().isEmpty() && instanceId != null
                        ? group.staticMember(instanceId)
                        : group.member(command.memberId());
        return switch (group.state()) {
            case Empty _, Dead _ -> true;
            case PreparingRebalance _ ->
                    (member != null && member.isJoining()) || group.joiningMembers() < maxSize;
            case GroupState.Formed _ -> member != null || group.size() < maxSize;
        };
    }

    private void turnAway(Group group, JoinCommand command, Answer<JoinResult> answer) {
        Member member = group.member(command.memberId());
        if (member != null) {
            rebalance.remove(group, member);
            rebalance.prepareOrProceed(group, "the group is full, member " + member + " is out");
        }
        answer.give(JoinResult.failed("", ErrorCode.GROUP_MAX_SIZE_REACHED));
    }

    private void joinUnknown(Group group, JoinCommand command, Answer<JoinResult> answer) {
        String instanceId = command.instanceId();
        if (instanceId != null) {
            Member former = group.staticMember(instanceId);
            String newId = host.newMemberId(instanceId);
            if (former == null) {
                admit(group, newId, command, answer);
            } else {
                LOG.info(
                        "group {}: instance {} is back as {}, its former self {} is fenced",
                        group.id(),
                        instanceId,
                        newId,
                        former.id());
                takeOver(group, former, newId, command, answer);
            }
            return;
        }
        String newId = host.newMemberId(command.clientId());
        if (command.memberIdRequired()) {
            handOut(group, newId, command.sessionTimeoutMs());
            answer.give(JoinResult.failed(newId, ErrorCode.MEMBER_ID_REQUIRED));
        } else {
            admit(group, newId, command, answer);
        }
    }

    /** Gives out an id; the client has a session's time to come back with it. */
    private void handOut(Group group, String newId, int sessionTimeoutMs) {
        group.addPending(
                newId,
                host.after(
                        group.id(),
                        sessionTimeoutMs,
                        () -> {
                            if (!group.isDead() && group.removePending(newId)) {
                                pendingGone(group, newId);
                            }
                        }));
    }

    /** A client that was expected will not come. */
    void pendingGone(Group group, String memberId) {
        LOG.debug("group {}: {} never came back to join", group.id(), memberId);
        if (group.state() instanceof PreparingRebalance) {
            rebalance.prepareOrProceed(group, "");
        }
    }

    /** Takes a member out whose first join nobody waits for any more. */
    void abandon(Group group, CompletionStage<JoinResult> join) {
        for (Member member : group.membersSnapshot()) {
            if (member.isUntold() && member.isAnsweredBy(join)) {
                String reason =
                        "member " + member + " disconnected before it was told its generation";
                LOG.info("group {}: {}", group.id(), reason);
                rebalance.remove(group, member);
                rebalance.prepareOrProceed(group, reason);
            }
        }
    }

    private void joinPending(Group group, JoinCommand command, Answer<JoinResult> answer) {
        if (command.instanceId() != null) {
            // Ids are handed out to dynamic members only; this is somebody else's.
            answer.fail(ErrorCode.UNKNOWN_MEMBER_ID);
            return;
        }
        group.removePending(command.memberId());
        admit(group, command.memberId(), command, answer);
    }

    private void admit(
            Group group, String memberId, JoinCommand command, Answer<JoinResult> answer) {
        group.adoptProtocolType(command.protocolType());
        Member member = Member.of(memberId, command);
        member.untold(true);
        member.replaceJoin(answer);
        group.add(member);
        rebalance.sessions().awaitFirstJoin(group, member);
        if (group.state() instanceof PreparingRebalance preparing) {
            preparing.window().memberArrived(host.nowMs(), group.size());
        }
        rebalance.prepareOrProceed(group, "member " + member + " joined" + inItsWords(command));
    }

    private void joinAgain(Group group, JoinCommand command, Answer<JoinResult> answer) {
        ErrorCode error = group.check(command.memberId(), command.instanceId());
        Member member = group.member(command.memberId());
        if (error != ErrorCode.NONE || member == null) {
            answer.fail(error);
            return;
        }
        switch (group.state()) {
            case PreparingRebalance _ -> rejoin(group, member, command, answer, "");
            case CompletingRebalance _ -> {
                if (member.protocols().equals(command.protocols())) {
                    // Its first answer was lost: the generation still stands.
                    rebalance.sessions().hear(group, member);
                    answer.give(current(group, member, group.isLeader(member)));
                } else {
                    rejoin(group, member, command, answer, "member " + member + " changed");
                }
            }
            case Stable _ -> {
                if (group.isLeader(member)) {
                    // The leader saw something that the assignment depends on, such as a new topic.
                    rejoin(group, member, command, answer, "leader " + member + " joined again");
                } else if (!member.protocols().equals(command.protocols())) {
                    rejoin(group, member, command, answer, "member " + member + " changed");
                } else {
                    rebalance.sessions().hear(group, member);
                    answer.give(current(group, member, false));
                }
            }
            case Empty _, Dead _ -> answer.fail(ErrorCode.UNKNOWN_MEMBER_ID);
        }
    }

    private static JoinResult current(Group group, Member member, boolean leads) {
        return Generations.joined(
                group, member, leads ? Generations.membersForLeader(group) : List.of());
    }

    private void rejoin(
            Group group,
            Member member,
            JoinCommand command,
            Answer<JoinResult> answer,
            String reason) {
        member.update(command);
        Answer<JoinResult> earlier = member.replaceJoin(answer);
        if (earlier != null) {
            earlier.fail(ErrorCode.REBALANCE_IN_PROGRESS);
        }
        rebalance.sessions().hear(group, member);
        rebalance.prepareOrProceed(group, reason + inItsWords(command));
    }

    /** A static member is back without its id, so it restarted (KIP-345). */
    private void takeOver(
            Group group,
            Member former,
            String newId,
            JoinCommand command,
            Answer<JoinResult> answer) {
        Member replacement = Member.of(newId, command);
        switch (group.state()) {
            case Stable _ -> {
                if (needsRebalance(group, former, command)) {
                    replace(group, former, replacement, answer);
                    rebalance.prepareOrProceed(
                            group, "static member " + replacement + " came back with other wishes");
                } else {
                    storeTakeOver(group, former, replacement, command, answer);
                }
            }
            case CompletingRebalance _ -> {
                // The leader may already be assigning to the former id.
                replace(group, former, replacement, answer);
                rebalance.prepareOrProceed(
                        group, "static member " + replacement + " came back during a rebalance");
            }
            case PreparingRebalance _ -> {
                replace(group, former, replacement, answer);
                rebalance.prepareOrProceed(group, "");
            }
            case Empty _, Dead _ ->
                    throw new IllegalStateException("a member in " + group + ": " + former);
        }
    }

    /**
     * Whether the assignment cannot stay as it is. The metadata as a whole is no measure: what a
     * sticky assignor puts into it changes with every restart.
     */
    private static boolean needsRebalance(Group group, Member former, JoinCommand command) {
        if (!group.protocolIf(former, command.protocols()).equals(group.protocolName())) {
            return true;
        }
        Optional<Set<String>> before = topics(group, former.protocols());
        return before.isPresent() && !before.equals(topics(group, command.protocols()));
    }

    private static Optional<Set<String>> topics(Group group, List<Protocol> protocols) {
        if (!ConsumerTopics.PROTOCOL_TYPE.equals(group.protocolType())) {
            return Optional.empty();
        }
        return protocols.stream()
                .filter(protocol -> protocol.name().equals(group.protocolName()))
                .findFirst()
                .flatMap(protocol -> ConsumerTopics.of(protocol.metadata()));
    }

    private void replace(
            Group group, Member former, Member replacement, @Nullable Answer<JoinResult> answer) {
        ByteBuffer assignment = former.assignment();
        former.cancelTimeout();
        Answer<JoinResult> join = former.replaceJoin(null);
        if (join != null) {
            join.fail(ErrorCode.FENCED_INSTANCE_ID);
        }
        Rebalance.answerSync(former, SyncResult.failed(ErrorCode.FENCED_INSTANCE_ID));
        replacement.assign(assignment);
        replacement.replaceJoin(answer);
        group.replace(former, replacement);
        rebalance.sessions().hear(group, replacement);
    }

    /** Nothing changes but the id: stores that, and answers with the generation as it is. */
    private void storeTakeOver(
            Group group,
            Member former,
            Member replacement,
            JoinCommand command,
            Answer<JoinResult> answer) {
        String formerLeader = Generations.leader(group);
        host.write(
                group.id(),
                List.of(Generations.record(group, former, replacement, host.wallMs())),
                error -> {
                    if (error != ErrorCode.NONE) {
                        answer.fail(AppendErrors.forMembership(error));
                        return;
                    }
                    replace(group, former, replacement, null);
                    answer.give(taken(group, replacement, formerLeader, command));
                });
    }

    /**
     * A leader that can be told to skip the assignment learns that it leads. One that cannot is
     * told the leader's former id, so that it takes itself for a follower.
     */
    private static JoinResult taken(
            Group group, Member member, String formerLeader, JoinCommand command) {
        boolean leads = command.canSkipAssignment() && group.isLeader(member);
        return new JoinResult(
                ErrorCode.NONE,
                member.id(),
                group.generation(),
                group.protocolType(),
                group.protocolName(),
                command.canSkipAssignment() ? Generations.leader(group) : formerLeader,
                leads,
                leads ? Generations.membersForLeader(group) : List.of());
    }

    private static String inItsWords(JoinCommand command) {
        String reason = command.reason();
        return reason == null || reason.isEmpty() ? "" : " (client reason: " + reason + ")";
    }
}
