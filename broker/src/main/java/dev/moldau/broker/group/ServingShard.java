package dev.moldau.broker.group;

import dev.moldau.broker.group.GroupState.Empty;
import dev.moldau.common.Timer.Timeout;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a shard that has loaded its log and leads it. Made from what the log said; when the
 * shard loses its log or a bug breaks it, the whole object is dropped, with every waiting answer
 * given. Owned by the shard's lane.
 *
 * <p>Commands arrive through {@link GroupGates}, so none sees a write that is on its way. What a
 * command decides becomes records, {@link ShardWriter} appends and applies them, and then the
 * answer leaves.
 */
final class ServingShard {

    private static final String CLASSIC = "classic";

    private final ShardRuntime runtime;
    private final DurableGroups durable;
    private final Map<String, Group> groups = new HashMap<>();
    private final ConsumerGroups consumers;
    private final Rebalance rebalance;
    private final Joining joining;
    private final Membership membership;
    private final Offsets offsets;
    private final Removals removals;
    private Timeout housekeeping = () -> false;

    ServingShard(ShardRuntime runtime, DurableGroups durable, Topics topics) {
        this.runtime = runtime;
        this.durable = durable;
        this.rebalance = new Rebalance(runtime);
        this.joining = new Joining(runtime, rebalance);
        this.membership = new Membership(rebalance);
        this.offsets = new Offsets(runtime.config(), topics);
        this.consumers = new ConsumerGroups(runtime, durable, topics, groups, rebalance);
        this.removals = new Removals(runtime, durable, groups, consumers, offsets, rebalance);
    }

    /** Brings the groups that the log knows to life. */
    void start() {
        durable.all()
                .forEach(
                        (groupId, stored) -> {
                            StoredGeneration generation = stored.generation();
                            ConsumerGroupState state = stored.consumers();
                            if (state != null && state.exists()) {
                                consumers.restore(groupId, state);
                            } else if (generation != null) {
                                restore(groupId, generation);
                            }
                        });
        for (String groupId : List.copyOf(durable.all().keySet())) {
            runtime.enterAlone(groupId, () -> removals.deleteLeftOvers(groupId));
        }
        scheduleHousekeeping();
    }

    private void restore(String groupId, StoredGeneration generation) {
        Group group = Group.restored(groupId, generation);
        groups.put(groupId, group);
        for (Member member : group.members()) {
            rebalance.sessions().hear(group, member);
        }
        if (group.size() > runtime.config().maxSize()) {
            rebalance.prepareOrProceed(
                    group,
                    "the group has more members than group.max.size=" + runtime.config().maxSize());
        }
    }

    /** What takes offsets and groups away; its commands come in alone. */
    Removals removals() {
        return removals;
    }

    DurableGroups durable() {
        return durable;
    }

    // --- members

    void join(JoinCommand command, Answer<JoinResult> answer) {
        ConsumerGroup consumerGroup = consumers.get(command.groupId());
        if (consumerGroup != null) {
            consumers.join(
                    consumerGroup,
                    command,
                    answer,
                    classic -> {
                        joining.join(classic, command, answer);
                        forgetIfVacant(classic);
                    });
            return;
        }
        Group group = groups.get(command.groupId());
        if (group == null) {
            if (!command.memberId().isEmpty()) {
                answer.fail(ErrorCode.UNKNOWN_MEMBER_ID);
                return;
            }
            group = Group.empty(command.groupId(), runtime.wallMs());
            groups.put(command.groupId(), group);
        }
        joining.join(group, command, answer);
        forgetIfVacant(group);
    }

    void heartbeat(ConsumerHeartbeatCommand command, Answer<ConsumerHeartbeatResult> answer) {
        consumers.heartbeat(command, answer);
    }

    void abandonJoin(String groupId, CompletionStage<JoinResult> join) {
        Group group = groups.get(groupId);
        if (group != null) {
            joining.abandon(group, join);
        }
    }

    void sync(SyncCommand command, Answer<SyncResult> answer) {
        Group group = groups.get(command.groupId());
        ConsumerGroup consumerGroup = consumers.get(command.groupId());
        if (consumerGroup != null) {
            consumers.sync(consumerGroup, command, answer);
        } else if (group == null) {
            answer.fail(ErrorCode.UNKNOWN_MEMBER_ID);
        } else {
            membership.sync(group, command, answer);
        }
    }

    ErrorCode heartbeat(HeartbeatCommand command) {
        ConsumerGroup consumerGroup = consumers.get(command.groupId());
        if (consumerGroup != null) {
            return consumers.heartbeat(consumerGroup, command);
        }
        Group group = groups.get(command.groupId());
        return group == null ? ErrorCode.UNKNOWN_MEMBER_ID : membership.heartbeat(group, command);
    }

    void leave(LeaveCommand command, Answer<LeaveResult> answer) {
        ConsumerGroup consumerGroup = consumers.get(command.groupId());
        Group group = groups.get(command.groupId());
        if (consumerGroup != null) {
            consumers.leave(consumerGroup, command, answer);
        } else if (group == null) {
            answer.fail(ErrorCode.UNKNOWN_MEMBER_ID);
        } else {
            LeaveResult result = membership.leave(group, command);
            forgetIfVacant(group);
            answer.give(result);
        }
    }

    // --- offsets

    void commit(CommitCommand command, Answer<List<ErrorCode>> answer) {
        ErrorCode refused = checkCommit(command);
        if (refused != ErrorCode.NONE) {
            answer.fail(refused);
            return;
        }
        List<ErrorCode> errors = offsets.check(command);
        List<GroupRecord> records = offsets.records(command, errors, runtime.wallMs());
        if (records.isEmpty()) {
            answer.give(errors);
            return;
        }
        runtime.writeShared(
                command.groupId(),
                records,
                error -> {
                    if (error != ErrorCode.NONE) {
                        ErrorCode told = AppendErrors.forCommits(error);
                        errors.replaceAll(before -> before == ErrorCode.NONE ? told : before);
                    }
                    answer.give(errors);
                });
    }

    private ErrorCode checkCommit(CommitCommand command) {
        ConsumerGroup consumerGroup = consumers.get(command.groupId());
        if (consumerGroup != null) {
            return consumers.checkCommit(consumerGroup, command);
        }
        Group group = groups.get(command.groupId());
        if (group == null) {
            return command.generation() < 0 ? ErrorCode.NONE : ErrorCode.ILLEGAL_GENERATION;
        }
        return membership.checkCommit(
                group, command.memberId(), command.instanceId(), command.generation());
    }

    OffsetFetchResult fetchOffsets(OffsetFetchCommand command) {
        ConsumerGroup consumerGroup = consumers.get(command.groupId());
        if (consumerGroup != null) {
            ErrorCode error = ConsumerGroups.checkFetch(consumerGroup, command);
            if (error != ErrorCode.NONE) {
                return OffsetFetchResult.failed(error);
            }
        }
        return offsets.fetch(durable.get(command.groupId()), command);
    }

    // --- groups

    /** Forgets a group that a refused join called into being. */
    private void forgetIfVacant(Group group) {
        if (group.state() instanceof Empty
                && group.generation() == 0
                && !group.hasPending()
                && !runtime.isHeldUp(group.id())) {
            removals.bury(group);
        }
    }

    List<GroupListing> list() {
        List<GroupListing> listings = new ArrayList<>();
        for (String groupId : knownGroups()) {
            Group group = groups.get(groupId);
            ConsumerGroup consumerGroup = consumers.get(groupId);
            listings.add(
                    consumerGroup == null
                            ? list(groupId, group)
                            : ConsumerGroups.list(consumerGroup));
        }
        return listings;
    }

    private static GroupListing list(String groupId, @Nullable Group group) {
        return group == null
                ? new GroupListing(groupId, "", new Empty(0).wireName(), CLASSIC)
                : new GroupListing(groupId, protocolType(group), group.state().wireName(), CLASSIC);
    }

    private Set<String> knownGroups() {
        Set<String> known = new HashSet<>(durable.all().keySet());
        known.addAll(groups.keySet());
        known.addAll(consumers.ids());
        return known;
    }

    private static String protocolType(Group group) {
        String protocolType = group.protocolType();
        return protocolType == null ? "" : protocolType;
    }

    GroupDescription describe(String groupId) {
        Group group = groups.get(groupId);
        if (group != null) {
            return describe(group);
        }
        if (durable.get(groupId) == null || consumers.get(groupId) != null) {
            return GroupDescription.failed(groupId, ErrorCode.GROUP_ID_NOT_FOUND);
        }
        return new GroupDescription(
                ErrorCode.NONE, groupId, new Empty(0).wireName(), "", "", List.of());
    }

    private static GroupDescription describe(Group group) {
        boolean stable = group.state() instanceof GroupState.Stable;
        String protocolName = stable ? group.protocolName() : null;
        List<GroupDescription.Member> members = new ArrayList<>(group.size());
        for (Member member : group.members()) {
            members.add(
                    new GroupDescription.Member(
                            member.id(),
                            member.instanceId(),
                            member.clientId(),
                            member.clientHost(),
                            member.metadata(protocolName),
                            stable ? member.assignment() : Member.NO_BYTES));
        }
        return new GroupDescription(
                ErrorCode.NONE,
                group.id(),
                group.state().wireName(),
                protocolType(group),
                protocolName == null ? "" : protocolName,
                members);
    }

    ConsumerGroupDescription describeConsumers(String groupId) {
        ConsumerGroup group = consumers.get(groupId);
        return group == null
                ? ConsumerGroupDescription.failed(groupId, ErrorCode.GROUP_ID_NOT_FOUND)
                : consumers.describe(group);
    }

    /** Some topics have come, gone or grown. */
    void topicsChanged(Collection<String> names) {
        consumers.topicsChanged(names);
    }

    List<GenerationRecord> generations(String groupId) {
        ConsumerGroup consumerGroup = consumers.get(groupId);
        if (consumerGroup != null) {
            return consumerGroup.history();
        }
        Group group = groups.get(groupId);
        return group == null ? List.of() : group.history();
    }

    // --- housekeeping

    private void scheduleHousekeeping() {
        housekeeping =
                runtime.afterUngated(
                        runtime.config().retentionCheckIntervalMs(),
                        () -> {
                            for (String groupId : knownGroups()) {
                                runtime.enterAlone(groupId, () -> removals.tidy(groupId));
                            }
                            scheduleHousekeeping();
                        });
    }

    /** Cancels what the groups have on the timer. */
    void close() {
        housekeeping.cancel();
        groups.values().forEach(Group::cancelTimeouts);
        consumers.close();
    }
}
