package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The consumer groups of a shard, beside its classic groups: an id is in one of the two. Gives each
 * command to who knows about it, and moves groups from one protocol to the other.
 *
 * <p>Owned by the shard's lane; lives and dies with one {@link ServingShard}.
 */
final class ConsumerGroups {

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerGroups.class);

    private final GroupHost host;
    private final DurableGroups durable;
    private final Map<String, Group> classicGroups;
    private final Map<String, ConsumerGroup> groups = new HashMap<>();
    private final Rebalance classicRebalance;
    private final ConsumerRebalance rebalance;
    private final Conversion conversion;
    private final ConsumerDepartures departures;
    private final ConsumerHeartbeats heartbeats;
    private final ClassicMembers classicMembers;

    /**
     * @param classicGroups the shard's living classic groups; groups come and go by conversion
     */
    ConsumerGroups(
            GroupHost host,
            DurableGroups durable,
            Topics topics,
            Map<String, Group> classicGroups,
            Rebalance classicRebalance) {
        this.host = host;
        this.durable = durable;
        this.classicGroups = classicGroups;
        this.classicRebalance = classicRebalance;
        this.rebalance = new ConsumerRebalance(host, durable, topics, this::expired, this::overdue);
        EmbeddedProtocol embedded = new EmbeddedProtocol(topics);
        this.conversion = new Conversion(host, rebalance.subscriptions(), embedded);
        this.departures = new ConsumerDepartures(host, rebalance, conversion, this::downgraded);
        ConsumerMembership membership = new ConsumerMembership(rebalance);
        this.heartbeats = new ConsumerHeartbeats(host, rebalance, membership);
        this.classicMembers = new ClassicMembers(host, rebalance, membership, departures, embedded);
    }

    private void expired(ConsumerGroup group, ConsumerMember member) {
        departures.expire(group, member);
    }

    private void overdue(ConsumerGroup group, ConsumerMember member) {
        departures.expel(group, member);
    }

    /** Brings a group to life that the log knows. */
    void restore(String groupId, ConsumerGroupState stored) {
        ConsumerGroup group = ConsumerGroup.restored(groupId, stored);
        groups.put(groupId, group);
        for (String memberId : stored.memberIds()) {
            ConsumerMember member = group.member(memberId);
            if (member != null) {
                rebalance.sessions().hear(group, member);
                rebalance.watch(group, memberId);
            }
        }
        if (stored.size() > 0) {
            rebalance.topicsChanged(group);
        }
        rebalance.awaitAssignment(group);
    }

    @Nullable ConsumerGroup get(String groupId) {
        return groups.get(groupId);
    }

    Set<String> ids() {
        return groups.keySet();
    }

    // --- members of the consumer protocol

    void heartbeat(ConsumerHeartbeatCommand command, Answer<ConsumerHeartbeatResult> answer) {
        if (command.memberId().isEmpty()) {
            heartbeat(command.withMemberId(host.newMemberId(command.clientId())), answer);
            return;
        }
        ConsumerGroup group = groups.get(command.groupId());
        if (command.joins()) {
            join(group, command, answer);
        } else if (command.leaves()) {
            if (group == null) {
                answer.give(
                        ConsumerHeartbeatResult.left(command.memberId(), command.memberEpoch()));
            } else {
                departures.leave(group, command, answer);
            }
        } else if (group == null) {
            answer.fail(ErrorCode.UNKNOWN_MEMBER_ID);
        } else {
            heartbeats.beat(group, command, answer);
        }
    }

    private void join(
            @Nullable ConsumerGroup group,
            ConsumerHeartbeatCommand command,
            Answer<ConsumerHeartbeatResult> answer) {
        if (group != null) {
            GroupDraft draft = new GroupDraft(group.id(), group.state());
            heartbeats.join(group, command, draft, () -> {}, answer);
            return;
        }
        Group classic = classicGroups.get(command.groupId());
        if (classic == null) {
            ConsumerGroup fresh = new ConsumerGroup(command.groupId());
            heartbeats.join(
                    fresh,
                    command,
                    new GroupDraft(fresh.id(), fresh.state()),
                    () -> groups.put(fresh.id(), fresh),
                    answer);
            return;
        }
        switch (classic.state()) {
            case GroupState.Empty empty -> joinEmpty(classic, empty, command, answer);
            case GroupState.Stable stable -> joinClassic(classic, stable, command, answer);
            case GroupState.PreparingRebalance _, GroupState.CompletingRebalance _ -> {
                if (mayBecomeConsumerGroup(classic)) {
                    // What its members own shows when they have settled, which takes a moment.
                    answer.fail(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS);
                } else {
                    answer.give(notAConsumerGroup(classic));
                }
            }
            case GroupState.Dead _ -> throw new IllegalStateException("dead group: " + classic);
        }
    }

    private boolean mayBecomeConsumerGroup(Group classic) {
        return host.config().consumers().migrationPolicy().allowsUpgrade()
                && ConsumerTopics.PROTOCOL_TYPE.equals(classic.protocolType())
                && classic.size() < host.config().consumers().maxSize();
    }

    private static ConsumerHeartbeatResult notAConsumerGroup(Group classic) {
        return ConsumerHeartbeatResult.failed(
                ErrorCode.GROUP_ID_NOT_FOUND,
                "Group "
                        + classic.id()
                        + " has members of the classic protocol and cannot become a consumer group:"
                        + " that takes group.consumer.migration.policy upgrade or bidirectional,"
                        + " room for another member, and consumers for members.");
    }

    private void joinEmpty(
            Group classic,
            GroupState.Empty empty,
            ConsumerHeartbeatCommand command,
            Answer<ConsumerHeartbeatResult> answer) {
        StoredGroup stored = durable.get(classic.id());
        GroupDraft draft =
                Conversion.upgradeEmpty(classic, stored != null && stored.generation() != null);
        ConsumerGroup group = new ConsumerGroup(classic.id());
        heartbeats.join(
                group,
                command,
                draft,
                () -> {
                    classic.convert(empty);
                    upgraded(classic, group);
                },
                answer);
    }

    private void joinClassic(
            Group classic,
            GroupState.Stable stable,
            ConsumerHeartbeatCommand command,
            Answer<ConsumerHeartbeatResult> answer) {
        Optional<GroupDraft> draft =
                mayBecomeConsumerGroup(classic) ? conversion.upgrade(classic) : Optional.empty();
        if (draft.isEmpty()) {
            answer.give(notAConsumerGroup(classic));
            return;
        }
        ConsumerGroup group = new ConsumerGroup(classic.id());
        group.committed(draft.get().state(), draft.get().members());
        heartbeats.join(
                group,
                command,
                draft.get(),
                () -> {
                    classic.convert(stable);
                    upgraded(classic, group);
                },
                answer);
    }

    private void upgraded(Group classic, ConsumerGroup group) {
        classicGroups.remove(classic.id(), classic);
        groups.put(group.id(), group);
        for (String memberId : group.state().memberIds()) {
            ConsumerMember member = group.member(memberId);
            if (member != null) {
                rebalance.sessions().hear(group, member);
            }
        }
        LOG.info("group {}: is a consumer group now, with {} members", group.id(), classic.size());
    }

    private void downgraded(ConsumerGroup before, Group now, String reason) {
        before.die();
        groups.remove(before.id(), before);
        classicGroups.put(now.id(), now);
        for (Member member : now.members()) {
            classicRebalance.sessions().hear(now, member);
        }
        LOG.info("group {}: is a classic group now, with {} members", now.id(), now.size());
        classicRebalance.prepareOrProceed(now, reason);
    }

    // --- members of the classic protocol

    /**
     * A member of the classic protocol joins.
     *
     * @param asClassic told the classic group that an empty consumer group has become
     */
    void join(
            ConsumerGroup group,
            JoinCommand command,
            Answer<JoinResult> answer,
            Consumer<Group> asClassic) {
        if (group.state().size() > 0) {
            classicMembers.join(group, command, answer);
            return;
        }
        int epoch = Math.max(0, group.state().epoch());
        Group classic = Group.vacated(group.id(), epoch, host.wallMs());
        GroupDraft draft = Conversion.removal(group);
        // So that its generations go on from there, should this coordinator not live to form one.
        draft.addClassic(Generations.record(classic, host.wallMs()));
        rebalance.write(
                group,
                draft,
                error -> {
                    if (error != ErrorCode.NONE) {
                        answer.fail(AppendErrors.forMembership(error));
                        return;
                    }
                    group.die();
                    groups.remove(group.id(), group);
                    classicGroups.put(classic.id(), classic);
                    asClassic.accept(classic);
                });
    }

    void sync(ConsumerGroup group, SyncCommand command, Answer<SyncResult> answer) {
        classicMembers.sync(group, command, answer);
    }

    ErrorCode heartbeat(ConsumerGroup group, HeartbeatCommand command) {
        return classicMembers.heartbeat(group, command);
    }

    void leave(ConsumerGroup group, LeaveCommand command, Answer<LeaveResult> answer) {
        ConsumerLeaves.leave(group, command, departures, answer);
    }

    // --- offsets

    /** Whether somebody may commit offsets. */
    ErrorCode checkCommit(ConsumerGroup group, CommitCommand command) {
        int epoch = command.generation();
        if (epoch < 0 && group.state().size() == 0) {
            return ErrorCode.NONE;
        }
        ErrorCode error = group.check(command.memberId(), command.instanceId());
        ConsumerMember member = group.member(command.memberId());
        if (error != ErrorCode.NONE || member == null) {
            return error;
        }
        if (epoch == member.current().epoch()) {
            if (member.isClassic()) {
                rebalance.sessions().hear(group, member);
            }
            return ErrorCode.NONE;
        }
        if (member.isClassic()) {
            return ErrorCode.ILLEGAL_GENERATION;
        }
        return isOfEpochBefore(member.current(), command)
                ? ErrorCode.NONE
                : ErrorCode.STALE_MEMBER_EPOCH;
    }

    /**
     * A member is in a new epoch before it hears of it, and commits in the one before meanwhile.
     * That counts for partitions that it holds in both: whatever it had to give up it gave up
     * before the new epoch, so nobody else has had those (what KIP-1251 is after).
     */
    private static boolean isOfEpochBefore(CurrentAssignment current, CommitCommand command) {
        PartitionSet held = current.held();
        return command.generation() > CurrentAssignment.JOINING
                && command.generation() == current.previousEpoch()
                && !current.isAway()
                && command.offsets().stream()
                        .allMatch(offset -> held.contains(offset.topicId(), offset.partition()));
    }

    /** Whether a member may ask for offsets in the epoch that it says. */
    static ErrorCode checkFetch(ConsumerGroup group, OffsetFetchCommand command) {
        String memberId = command.memberId();
        if (memberId == null || (memberId.isEmpty() && command.memberEpoch() < 0)) {
            return ErrorCode.NONE;
        }
        ConsumerMember member = group.member(memberId);
        if (member == null) {
            return ErrorCode.UNKNOWN_MEMBER_ID;
        }
        return member.isClassic() || command.memberEpoch() == member.current().epoch()
                ? ErrorCode.NONE
                : ErrorCode.STALE_MEMBER_EPOCH;
    }

    // --- groups

    static GroupListing list(ConsumerGroup group) {
        return new GroupListing(
                group.id(), ConsumerTopics.PROTOCOL_TYPE, group.state().wireName(), "consumer");
    }

    ConsumerGroupDescription describe(ConsumerGroup group) {
        ConsumerGroupState state = group.state();
        List<ConsumerGroupDescription.Member> members = new ArrayList<>(state.size());
        state.profiles()
                .forEach(
                        (memberId, profile) ->
                                members.add(
                                        new ConsumerGroupDescription.Member(
                                                memberId,
                                                profile.instanceId(),
                                                profile.rackId(),
                                                state.current(memberId).epoch(),
                                                profile.clientId(),
                                                profile.clientHost(),
                                                profile.sortedTopics(),
                                                profile.regex(),
                                                state.current(memberId).assigned(),
                                                state.target(memberId),
                                                profile.isClassic())));
        return new ConsumerGroupDescription(
                ErrorCode.NONE,
                group.id(),
                state.wireName(),
                state.epoch(),
                state.assignmentEpoch(),
                rebalance.targets().chosen(state).name(),
                members);
    }

    /** Some topics have come, gone or grown. */
    void topicsChanged(Collection<String> names) {
        for (ConsumerGroup group : List.copyOf(groups.values())) {
            ConsumerGroupState state = group.state();
            boolean concerned =
                    !state.regexes().isEmpty()
                            || Subscriptions.of(state).stream().anyMatch(names::contains);
            if (concerned) {
                // A task of the house: it waits while a write of the group is on its way.
                var _ = host.after(group.id(), 0, () -> rebalance.topicsChanged(group));
            }
        }
    }

    /** Ends an empty group that the log does not know any more. */
    void bury(ConsumerGroup group) {
        group.die();
        groups.remove(group.id(), group);
    }

    /** Cancels what the groups have on the timer. */
    void close() {
        groups.values().forEach(ConsumerGroup::cancelTimeouts);
    }
}
