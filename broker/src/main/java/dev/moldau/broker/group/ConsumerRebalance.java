package dev.moldau.broker.group;

import dev.moldau.broker.group.ConsumerGroupRecord.EpochStored;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.ErrorCode;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From one epoch of a consumer group to the next: raises the epoch when something changed, makes
 * its assignment, at most once in the assignment interval, and watches over members that are to
 * give partitions up. Holds no state of its own; runs on the shard's lane.
 */
final class ConsumerRebalance {

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerRebalance.class);

    /** How long after a refused write the assignment is tried again, in milliseconds. */
    private static final long RETRY_MS = 1_000;

    /** How much more often than others a member is heard from that waits for partitions. */
    private static final int WAITING_PACE = 10;

    private final GroupHost host;
    private final DurableGroups durable;
    private final Subscriptions subscriptions;
    private final TargetAssignment targets;
    private final ConsumerSessions sessions;
    private final BiConsumer<ConsumerGroup, ConsumerMember> overdue;

    /**
     * @param expired told of members that have fallen silent
     * @param overdue told of members that did not give their partitions up in time
     */
    ConsumerRebalance(
            GroupHost host,
            DurableGroups durable,
            Topics topics,
            BiConsumer<ConsumerGroup, ConsumerMember> expired,
            BiConsumer<ConsumerGroup, ConsumerMember> overdue) {
        this.host = host;
        this.durable = durable;
        this.subscriptions = new Subscriptions(topics, host);
        this.targets = new TargetAssignment(host.config().consumers().assignors(), subscriptions);
        this.sessions = new ConsumerSessions(host, expired);
        this.overdue = overdue;
    }

    ConsumerSessions sessions() {
        return sessions;
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }

    TargetAssignment targets() {
        return targets;
    }

    /** Raises the epoch: the group needs another assignment. */
    void raise(GroupDraft draft, String reason) {
        ConsumerGroupState state = draft.state();
        int next = Math.addExact(Math.max(state.epoch(), 0), 1);
        draft.add(new EpochStored(draft.groupId(), next, subscriptions.hash(state)));
        draft.because(reason);
    }

    /** Whether the newest epoch has no assignment, and its time has come. */
    boolean isAssignmentDue(ConsumerGroup group, ConsumerGroupState state) {
        return state.epoch() > state.assignmentEpoch()
                && (state.size() == 0 || untilAssignmentMs(group) <= 0);
    }

    /** How long the next assignment is to wait for others to come, in milliseconds. */
    private long untilAssignmentMs(ConsumerGroup group) {
        Long assignedMs = group.assignedMs();
        return assignedMs == null
                ? 0
                : assignedMs + host.times(group.id()).assignmentIntervalMs() - host.nowMs();
    }

    /** Makes the newest epoch's assignment if its time has come. */
    void assignIfDue(ConsumerGroup group, GroupDraft draft) {
        if (isAssignmentDue(group, draft.state())) {
            targets.make(draft, host.wallMs());
        }
    }

    /**
     * When a member is to be heard from again: sooner if an assignment is about to come, or if it
     * waits for partitions, which others give up at times of their own.
     */
    int heartbeatIntervalMs(ConsumerGroup group, ConsumerMember member) {
        int intervalMs = host.times(group.id()).heartbeatIntervalMs();
        if (group.state().epoch() > group.state().assignmentEpoch()) {
            return Math.clamp(untilAssignmentMs(group) + 1, 1, intervalMs);
        }
        return member.current().state() == CurrentAssignment.State.UNRELEASED
                ? Math.max(1, intervalMs / WAITING_PACE)
                : intervalMs;
    }

    /** How far a member comes in the group that the draft makes. */
    static CurrentAssignment reconcile(
            ConsumerGroup group,
            ConsumerGroupState state,
            ConsumerMember member,
            @Nullable PartitionSet owned) {
        return Reconciliation.next(
                member.current(),
                member.target(),
                state.assignmentEpoch(),
                owned,
                (topicId, partition) -> {
                    String owner = group.owners().of(topicId, partition);
                    return owner == null
                            || owner.equals(member.id())
                            || state.profile(owner) == null;
                });
    }

    /**
     * Stores a change and takes it in.
     *
     * @param done told none, or why nothing changed
     */
    void write(ConsumerGroup group, GroupDraft draft, Consumer<ErrorCode> done) {
        host.write(
                group.id(),
                draft.records(),
                error -> {
                    if (error == ErrorCode.NONE) {
                        takeIn(group, draft);
                    }
                    done.accept(error);
                });
    }

    private void takeIn(ConsumerGroup group, GroupDraft draft) {
        ConsumerGroupState stored = durable.consumers(group.id());
        ConsumerGroupState now = stored == null ? new ConsumerGroupState() : stored;
        if (!draft.reasons().isEmpty()) {
            group.rose(draft.reasons(), host.nowMs(), host.wallMs());
            LOG.debug("group {}: epoch {} because {}", group.id(), now.epoch(), draft.reasons());
        }
        group.committed(now, draft.members());
        if (draft.isAssigned()) {
            group.assigned(host.nowMs());
            group.cancelAssignment();
        }
        for (String memberId : draft.members()) {
            watch(group, memberId);
        }
        tellSettled(group);
        awaitAssignment(group);
    }

    private static void logSettled(ConsumerGroup group, GenerationRecord took) {
        LOG.info(
                "group {}: epoch {} is stable with {} members after {} ms to assign and {} ms to"
                        + " move partitions; reason: {}",
                group.id(),
                took.generation(),
                took.members(),
                took.joinMs(),
                took.syncMs(),
                took.reason());
    }

    private void tellSettled(ConsumerGroup group) {
        group.settled(host.nowMs()).ifPresent(took -> logSettled(group, took));
    }

    /** A member that is to give partitions up has its rebalance timeout for it. */
    void watch(ConsumerGroup group, String memberId) {
        ConsumerMember member = group.member(memberId);
        if (member == null || member.isClassic()) {
            return;
        }
        MemberLife life = group.life(memberId);
        CurrentAssignment current = member.current();
        if (current.state() != CurrentAssignment.State.UNREVOKED) {
            life.cancelStep();
        } else if (!life.isTimedFor(current)) {
            life.step(
                    current,
                    host.after(
                            group.id(),
                            member.profile().rebalanceTimeoutMs(),
                            () -> lookAtRevocation(group, memberId, current)));
        }
    }

    // The very object is meant: each step of a member makes a new one.
    @SuppressWarnings("ReferenceEquality")
    private void lookAtRevocation(ConsumerGroup group, String memberId, CurrentAssignment awaited) {
        ConsumerMember member = group.member(memberId);
        if (!group.isDead() && member != null && member.current() == awaited) {
            overdue.accept(group, member);
        }
    }

    /** Sees to it that the newest epoch gets its assignment, whoever sends a heartbeat or none. */
    void awaitAssignment(ConsumerGroup group) {
        if (group.state().epoch() > group.state().assignmentEpoch() && !group.awaitsAssignment()) {
            awaitAssignment(group, Math.max(0, untilAssignmentMs(group)));
        }
    }

    private void awaitAssignment(ConsumerGroup group, long delayMs) {
        group.assignment(host.after(group.id(), delayMs, () -> assignNow(group)));
    }

    private void assignNow(ConsumerGroup group) {
        group.cancelAssignment();
        if (group.isDead() || group.state().epoch() <= group.state().assignmentEpoch()) {
            return;
        }
        GroupDraft draft = new GroupDraft(group.id(), group.state());
        targets.make(draft, host.wallMs());
        write(
                group,
                draft,
                error -> {
                    if (error != ErrorCode.NONE) {
                        LOG.warn(
                                "group {}: the assignment of epoch {} could not be stored: {}",
                                group.id(),
                                group.state().epoch(),
                                error);
                        awaitAssignment(group, RETRY_MS);
                    }
                });
    }

    private void lookAgainUnless(boolean done, ConsumerGroup group) {
        if (!done) {
            // Not to be cancelled: it looks whether the group still lives.
            var _ = host.after(group.id(), RETRY_MS, () -> topicsChanged(group));
        }
    }

    /** The topics that the group subscribed to may have changed. */
    void topicsChanged(ConsumerGroup group) {
        if (group.isDead()) {
            return;
        }
        GroupDraft draft = new GroupDraft(group.id(), group.state());
        subscriptions.evaluateAgain(draft);
        if (subscriptions.hash(draft.state()) != draft.state().topicsHash()) {
            raise(draft, "subscribed topics changed");
        }
        assignIfDue(group, draft);
        if (!draft.isEmpty()) {
            write(group, draft, error -> lookAgainUnless(error == ErrorCode.NONE, group));
        }
    }
}
