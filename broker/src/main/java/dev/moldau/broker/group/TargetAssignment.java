package dev.moldau.broker.group;

import dev.moldau.broker.group.ConsumerGroupRecord.TargetEpochStored;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetStored;
import dev.moldau.broker.group.assign.AssignmentTask;
import dev.moldau.broker.group.assign.Assignor;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the target assignment of a consumer group's epoch; stores only what differs from the one
 * before. Holds no state of its own; runs on the shard's lane.
 */
final class TargetAssignment {

    private final List<Assignor> assignors;
    private final Subscriptions subscriptions;

    TargetAssignment(List<Assignor> assignors, Subscriptions subscriptions) {
        this.assignors = assignors;
        this.subscriptions = subscriptions;
    }

    /** Whether members may ask for that assignor. */
    boolean knows(String name) {
        return assignors.stream().anyMatch(assignor -> assignor.name().equals(name));
    }

    /** The assignor that most members prefer who prefer any; the broker's first if none does. */
    Assignor chosen(ConsumerGroupState state) {
        Map<String, Integer> votes = new HashMap<>();
        for (MemberProfile profile : state.profiles().values()) {
            if (profile.assignor() != null) {
                votes.merge(profile.assignor(), 1, Integer::sum);
            }
        }
        Assignor chosen = assignors.getFirst();
        int most = 0;
        for (Assignor assignor : assignors) {
            int count = votes.getOrDefault(assignor.name(), 0);
            if (count > most) {
                chosen = assignor;
                most = count;
            }
        }
        return chosen;
    }

    /** Makes the assignment of the draft's epoch. */
    void make(GroupDraft draft, long wallMs) {
        ConsumerGroupState state = draft.state();
        Map<String, Uuid> topics = subscriptions.existing(state);
        Map<Uuid, Integer> partitionCounts = new HashMap<>();
        topics.forEach((name, id) -> partitionCounts.put(id, subscriptions.partitionCount(name)));
        List<AssignmentTask.Member> members = new ArrayList<>(state.size());
        Map<Set<String>, Set<Uuid>> idsOf = new HashMap<>();
        state.profiles()
                .forEach(
                        (memberId, profile) ->
                                members.add(
                                        new AssignmentTask.Member(
                                                memberId,
                                                profile.instanceId(),
                                                idsOf.computeIfAbsent(
                                                        Subscriptions.of(state, profile),
                                                        names -> ids(names, topics)),
                                                state.target(memberId))));
        Map<String, PartitionSet> targets =
                chosen(state).assign(new AssignmentTask(members, partitionCounts));
        targets.forEach(
                (memberId, target) -> {
                    if (!state.hasTarget(memberId) || !target.equals(state.target(memberId))) {
                        draft.add(new TargetStored(draft.groupId(), memberId, target));
                    }
                });
        draft.add(new TargetEpochStored(draft.groupId(), state.epoch(), wallMs));
        draft.assigned();
    }

    private static Set<Uuid> ids(Set<String> names, Map<String, Uuid> topics) {
        Set<Uuid> ids = new HashSet<>();
        for (String name : names) {
            Uuid id = topics.get(name);
            if (id != null) {
                ids.add(id);
            }
        }
        return ids;
    }
}
