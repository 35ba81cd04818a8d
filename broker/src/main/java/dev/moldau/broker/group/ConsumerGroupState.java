package dev.moldau.broker.group;

import dev.moldau.broker.group.ConsumerGroupRecord.CurrentRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.CurrentStored;
import dev.moldau.broker.group.ConsumerGroupRecord.EpochRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.EpochStored;
import dev.moldau.broker.group.ConsumerGroupRecord.MemberRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.MemberStored;
import dev.moldau.broker.group.ConsumerGroupRecord.RegexRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.RegexStored;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetEpochRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetEpochStored;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetStored;
import dev.moldau.broker.group.assign.PartitionSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the log says about a consumer group: a function of its records, which may come in any order
 * that compaction leaves. {@link #apply} is the only thing that changes it. A copy of it serves as
 * the draft of a change.
 *
 * <p>Owned by the group's lane.
 */
final class ConsumerGroupState {

    /** The epoch of a group of which the log has none. */
    static final int NO_EPOCH = -1;

    private final Map<String, MemberProfile> profiles;
    private final Map<String, PartitionSet> targets;
    private final Map<String, CurrentAssignment> currents;
    private final Map<String, ResolvedRegex> regexes;
    private int epoch = NO_EPOCH;
    private long topicsHash;
    private int assignmentEpoch;
    private long assignedWallMs;

    ConsumerGroupState() {
        profiles = new LinkedHashMap<>();
        targets = new LinkedHashMap<>();
        currents = new LinkedHashMap<>();
        regexes = new LinkedHashMap<>();
    }

    private ConsumerGroupState(ConsumerGroupState original) {
        profiles = new LinkedHashMap<>(original.profiles);
        targets = new LinkedHashMap<>(original.targets);
        currents = new LinkedHashMap<>(original.currents);
        regexes = new LinkedHashMap<>(original.regexes);
        epoch = original.epoch;
        topicsHash = original.topicsHash;
        assignmentEpoch = original.assignmentEpoch;
        assignedWallMs = original.assignedWallMs;
    }

    /** A copy that can change by itself. */
    ConsumerGroupState copy() {
        return new ConsumerGroupState(this);
    }

    void apply(ConsumerGroupRecord record) {
        switch (record) {
            case EpochStored stored -> {
                epoch = stored.epoch();
                topicsHash = stored.topicsHash();
            }
            case EpochRemoved _ -> {
                epoch = NO_EPOCH;
                topicsHash = 0;
            }
            case MemberStored stored -> profiles.put(stored.memberId(), stored.profile());
            case MemberRemoved removed -> profiles.remove(removed.memberId());
            case TargetEpochStored stored -> {
                assignmentEpoch = stored.epoch();
                assignedWallMs = stored.wallMs();
            }
            case TargetEpochRemoved _ -> {
                assignmentEpoch = 0;
                assignedWallMs = 0;
            }
            case TargetStored stored -> targets.put(stored.memberId(), stored.target());
            case TargetRemoved removed -> targets.remove(removed.memberId());
            case CurrentStored stored -> currents.put(stored.memberId(), stored.current());
            case CurrentRemoved removed -> currents.remove(removed.memberId());
            case RegexStored stored -> regexes.put(stored.regex(), stored.resolved());
            case RegexRemoved removed -> regexes.remove(removed.regex());
        }
    }

    /** Whether the log says that this is a consumer group. */
    boolean exists() {
        return epoch != NO_EPOCH;
    }

    /** Whether the log says nothing at all. */
    boolean isVacant() {
        return !exists()
                && assignmentEpoch == 0
                && profiles.isEmpty()
                && targets.isEmpty()
                && currents.isEmpty()
                && regexes.isEmpty();
    }

    /** Grows when members, subscriptions or topics change. */
    int epoch() {
        return epoch;
    }

    /** Stands for the partitions of the subscribed topics. */
    long topicsHash() {
        return topicsHash;
    }

    /** The epoch for which the targets were made. */
    int assignmentEpoch() {
        return assignmentEpoch;
    }

    /** When the targets were made, in epoch ms; 0 for unknown. */
    long assignedWallMs() {
        return assignedWallMs;
    }

    int size() {
        return profiles.size();
    }

    /** The ids of all members, in the order in which they came. */
    Set<String> memberIds() {
        return Collections.unmodifiableSet(profiles.keySet());
    }

    /** All members' profiles by id. */
    Map<String, MemberProfile> profiles() {
        return Collections.unmodifiableMap(profiles);
    }

    @Nullable MemberProfile profile(String memberId) {
        return profiles.get(memberId);
    }

    /** What the member shall own; nothing for one that came after the assignment. */
    PartitionSet target(String memberId) {
        return targets.getOrDefault(memberId, PartitionSet.EMPTY);
    }

    /** Whether a target is stored for the member. */
    boolean hasTarget(String memberId) {
        return targets.containsKey(memberId);
    }

    /** How far the member has come. */
    CurrentAssignment current(String memberId) {
        return currents.getOrDefault(memberId, CurrentAssignment.NONE);
    }

    @Nullable ConsumerMember member(String memberId) {
        MemberProfile profile = profiles.get(memberId);
        return profile == null
                ? null
                : new ConsumerMember(memberId, profile, target(memberId), current(memberId));
    }

    /** What each regular expression in use stands for. */
    Map<String, ResolvedRegex> regexes() {
        return Collections.unmodifiableMap(regexes);
    }

    /** Whether every member has what the newest assignment means it to have. */
    boolean isSettled() {
        if (epoch != assignmentEpoch) {
            return false;
        }
        for (String memberId : profiles.keySet()) {
            if (!current(memberId).isSettledAt(assignmentEpoch)) {
                return false;
            }
        }
        return true;
    }

    /** The state's name in responses. */
    String wireName() {
        if (profiles.isEmpty()) {
            return "Empty";
        }
        if (epoch != assignmentEpoch) {
            return "Assigning";
        }
        return isSettled() ? "Stable" : "Reconciling";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConsumerGroupState state
                && profiles.equals(state.profiles)
                && targets.equals(state.targets)
                && currents.equals(state.currents)
                && regexes.equals(state.regexes)
                && epoch == state.epoch
                && topicsHash == state.topicsHash
                && assignmentEpoch == state.assignmentEpoch
                && assignedWallMs == state.assignedWallMs;
    }

    @Override
    public int hashCode() {
        return Objects.hash(profiles, targets, currents, regexes, epoch, assignmentEpoch);
    }

    @Override
    public String toString() {
        return "epoch "
                + epoch
                + ", assignment "
                + assignmentEpoch
                + ", "
                + profiles.keySet()
                + ", "
                + targets
                + ", "
                + currents;
    }
}
