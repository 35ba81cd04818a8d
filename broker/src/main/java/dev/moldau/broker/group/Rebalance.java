package dev.moldau.broker.group;

import dev.moldau.broker.group.GroupState.CompletingRebalance;
import dev.moldau.broker.group.GroupState.Formed;
import dev.moldau.broker.group.GroupState.PreparingRebalance;
import dev.moldau.broker.group.GroupState.Settled;
import dev.moldau.protocol.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From one generation to the next: calls the members together, waits for all of them or for their
 * rebalance timeout, forms the generation, and spreads the leader's assignment once it is stored.
 * Holds no state of its own; runs on the shard's lane.
 */
final class Rebalance {

    private static final Logger LOG = LoggerFactory.getLogger(Rebalance.class);

    private final GroupHost host;
    private final Sessions sessions;

    Rebalance(GroupHost host) {
        this.host = host;
        this.sessions = new Sessions(host, this::expire);
    }

    Sessions sessions() {
        return sessions;
    }

    /** Calls the members together, or, if that has happened already, sees whether all have come. */
    void prepareOrProceed(Group group, String reason) {
        switch (group.state()) {
            case Settled settled -> prepare(group, settled, reason);
            case PreparingRebalance preparing -> proceed(group, preparing);
            case GroupState.Dead _ -> throw new IllegalStateException("dead group: " + group);
        }
    }

    private void prepare(Group group, Settled from, String reason) {
        if (from instanceof CompletingRebalance) {
            sendSyncersBack(group);
        }
        JoinWindow window =
                from instanceof GroupState.Empty
                        ? JoinWindow.open(host.config(), host.nowMs(), group.rebalanceTimeoutMs())
                        : JoinWindow.NONE;
        RebalanceCause cause = new RebalanceCause(reason, host.nowMs(), host.wallMs());
        group.prepare(from, cause, window);
        LOG.debug("group {}: rebalance because {}", group.id(), reason);
        if (group.state() instanceof PreparingRebalance preparing) {
            if (window instanceof JoinWindow.None) {
                armJoinTimeout(group, preparing);
                proceed(group, preparing);
            } else {
                armWindow(group, preparing);
            }
        }
    }

    private void sendSyncersBack(Group group) {
        for (Member member : group.members()) {
            member.assign(Member.NO_BYTES);
            answerSync(member, SyncResult.failed(ErrorCode.REBALANCE_IN_PROGRESS));
        }
    }

    private void armWindow(Group group, PreparingRebalance preparing) {
        long waitMs = preparing.window().remainingMs(host.nowMs(), group.hasPending());
        group.phaseTimeout(host.after(group.id(), waitMs, () -> lookAtWindow(group, preparing)));
    }

    private void lookAtWindow(Group group, PreparingRebalance preparing) {
        if (group.state() != preparing) {
            return;
        }
        if (preparing.window().remainingMs(host.nowMs(), group.hasPending()) > 0) {
            armWindow(group, preparing);
        } else {
            conclude(group, preparing);
        }
    }

    private void armJoinTimeout(Group group, PreparingRebalance preparing) {
        group.phaseTimeout(
                host.after(
                        group.id(),
                        group.rebalanceTimeoutMs(),
                        () -> {
                            if (group.state() == preparing) {
                                conclude(group, preparing);
                            }
                        }));
    }

    private void proceed(Group group, PreparingRebalance preparing) {
        if (preparing.window() instanceof JoinWindow.None
                && !group.hasPending()
                && group.joiningMembers() == group.size()) {
            conclude(group, preparing);
        }
    }

    /** Goes on with those who have joined. */
    private void conclude(Group group, PreparingRebalance preparing) {
        group.cancelPhaseTimeout();
        for (Member member : group.membersSnapshot()) {
            if (!member.isJoining() && !member.isStatic()) {
                LOG.info(
                        "group {}: member {} did not join again within {} ms and is out",
                        group.id(),
                        member,
                        group.rebalanceTimeoutMs());
                remove(group, member);
            }
        }
        if (group.size() == 0) {
            vacate(group, preparing);
        } else if (group.electJoinedLeader()) {
            form(group, preparing);
        } else {
            // Only static members are left and none has come. They may be restarting: their
            // sessions decide.
            armJoinTimeout(group, preparing);
        }
    }

    private void vacate(Group group, PreparingRebalance preparing) {
        group.vacate(preparing, host.nowMs(), host.wallMs());
        LOG.info(
                "group {}: generation {} is empty; reason: {}",
                group.id(),
                group.generation(),
                preparing.cause().reason());
        storeVacancy(group);
    }

    /**
     * Stores that nobody is in the group. If that fails the group is empty all the same, and {@link
     * Housekeeping} tries again.
     */
    void storeVacancy(Group group) {
        host.write(
                group.id(),
                List.of(Generations.record(group, host.wallMs())),
                error -> {
                    if (error != ErrorCode.NONE) {
                        LOG.warn(
                                "group {}: that generation {} is empty could not be stored: {}",
                                group.id(),
                                group.generation(),
                                error);
                    }
                });
    }

    private void form(Group group, PreparingRebalance preparing) {
        Set<String> joined = new HashSet<>();
        for (Member member : group.members()) {
            if (member.isJoining()) {
                joined.add(member.id());
            }
        }
        CompletingRebalance formed = group.form(preparing, host.nowMs(), joined);
        List<JoinResult.Member> everybody = Generations.membersForLeader(group);
        for (Member member : group.membersSnapshot()) {
            if (joined.contains(member.id())) {
                boolean leads = group.isLeader(member);
                tell(
                        group,
                        member,
                        Generations.joined(group, member, leads ? everybody : List.of()));
            }
        }
        armSyncTimeout(group, formed);
    }

    private void tell(Group group, Member member, JoinResult result) {
        Answer<JoinResult> answer = member.replaceJoin(null);
        member.untold(false);
        sessions.hear(group, member);
        if (answer != null) {
            answer.give(result);
        }
    }

    private void armSyncTimeout(Group group, Formed formed) {
        int generation = group.generation();
        group.phaseTimeout(
                host.after(
                        group.id(),
                        group.rebalanceTimeoutMs(),
                        () -> {
                            if (group.generation() == generation
                                    && group.state() instanceof Formed current) {
                                expireSync(group, current);
                            }
                        }));
        assert group.state() == formed;
    }

    private void expireSync(Group group, Formed formed) {
        List<Member> silent = new ArrayList<>();
        for (String memberId : formed.awaitingSync()) {
            Member member = group.member(memberId);
            if (member != null) {
                silent.add(member);
            }
        }
        if (silent.isEmpty()) {
            return;
        }
        silent.forEach(member -> remove(group, member));
        prepareOrProceed(
                group,
                "members did not ask for their assignment within the rebalance timeout: " + silent);
    }

    /**
     * The leader has assigned: stores the generation, then tells everybody.
     *
     * @param assignments by member id; who is missing gets nothing
     */
    void assign(Group group, CompletingRebalance completing, Map<String, ByteBuffer> assignments) {
        host.write(
                group.id(),
                List.of(Generations.record(group, assignments, host.wallMs())),
                error -> {
                    if (error == ErrorCode.NONE) {
                        spread(group, completing, assignments);
                    } else {
                        assignmentNotStored(group, error);
                    }
                });
    }

    private void spread(
            Group group, CompletingRebalance completing, Map<String, ByteBuffer> assignments) {
        GenerationRecord took = group.assign(completing, host.nowMs());
        LOG.info(
                "group {}: generation {} is stable with {} members after {} ms to join and {} ms to"
                        + " assign; reason: {}",
                group.id(),
                took.generation(),
                took.members(),
                took.joinMs(),
                took.syncMs(),
                took.reason());
        for (Member member : group.membersSnapshot()) {
            member.assign(assignments.getOrDefault(member.id(), Member.NO_BYTES));
            if (member.isSyncing()) {
                sessions.hear(group, member);
                answerSync(member, Generations.assigned(group, member));
            }
        }
    }

    private void assignmentNotStored(Group group, ErrorCode error) {
        ErrorCode told = AppendErrors.forMembership(error);
        for (Member member : group.members()) {
            answerSync(member, SyncResult.failed(told));
        }
        prepareOrProceed(group, "the assignment could not be stored: " + error);
    }

    /** Takes a member out and tells it, if it waits for something. */
    void remove(Group group, Member member) {
        member.cancelTimeout();
        Answer<JoinResult> join = member.replaceJoin(null);
        if (join != null) {
            join.fail(ErrorCode.UNKNOWN_MEMBER_ID);
        }
        answerSync(member, SyncResult.failed(ErrorCode.UNKNOWN_MEMBER_ID));
        group.remove(member);
        if (group.state() instanceof Formed formed) {
            formed.awaitingSync().remove(member.id());
        }
    }

    private void expire(Group group, Member member) {
        String reason =
                "member "
                        + member
                        + " of client '"
                        + member.clientId()
                        + "' at "
                        + member.clientHost()
                        + " was not heard from for "
                        + (member.isUntold() ? Sessions.FIRST_JOIN_MS : member.sessionTimeoutMs())
                        + " ms";
        LOG.info("group {}: {}", group.id(), reason);
        remove(group, member);
        prepareOrProceed(group, reason);
    }

    static void answerSync(Member member, SyncResult result) {
        @Nullable Answer<SyncResult> answer = member.replaceSync(null);
        if (answer != null) {
            answer.give(result);
        }
    }
}
