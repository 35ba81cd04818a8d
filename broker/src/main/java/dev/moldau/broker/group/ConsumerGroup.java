package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.common.Timer.Timeout;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A consumer group as it lives: what the log says about it, and what follows from that or need not
 * survive. The rules are in {@link ConsumerHeartbeats} and its neighbours.
 *
 * <p>Owned by its shard's lane. Invariants: a partition is held by one member; a static name
 * belongs to one member; no epoch ever falls.
 */
final class ConsumerGroup {

    /** So many reasons of one epoch are told; more are counted. */
    private static final int REASONS_TOLD = 8;

    private final String id;
    private final PartitionOwners owners = new PartitionOwners();
    private final Map<String, MemberLife> lives = new HashMap<>();
    private final Map<String, String> staticMembers = new HashMap<>();
    private final GenerationHistory history = new GenerationHistory();
    private ConsumerGroupState state = new ConsumerGroupState();

    /** Why the epoch rose since the last assignment. */
    private final List<String> reasons = new ArrayList<>();

    private long roseMs;
    private long roseWallMs;

    /** When the newest assignment was made; null if another coordinator made it. */
    private @Nullable Long assignedMs;

    /** Whether members still move to the newest assignment. */
    private boolean moving;

    private @Nullable Timeout assignment;
    private boolean dead;

    ConsumerGroup(String id) {
        this.id = id;
    }

    /** A group as the log has it; its members' timers are to be started. */
    static ConsumerGroup restored(String id, ConsumerGroupState stored) {
        ConsumerGroup group = new ConsumerGroup(id);
        group.committed(stored, stored.memberIds());
        group.lives.values().forEach(MemberLife::repeatOnce);
        return group;
    }

    String id() {
        return id;
    }

    /** What the log says. */
    ConsumerGroupState state() {
        return state;
    }

    @Nullable ConsumerMember member(String memberId) {
        return state.member(memberId);
    }

    /** The member of that static name, if there is one. */
    @Nullable ConsumerMember staticMember(String instanceId) {
        String memberId = staticMembers.get(instanceId);
        return memberId == null ? null : state.member(memberId);
    }

    /** Whether the one who asks is who it says, and a member. */
    ErrorCode check(String memberId, @Nullable String instanceId) {
        if (instanceId != null) {
            String current = staticMembers.get(instanceId);
            if (current == null) {
                return ErrorCode.UNKNOWN_MEMBER_ID;
            }
            if (!current.equals(memberId)) {
                return ErrorCode.FENCED_INSTANCE_ID;
            }
        }
        return state.profile(memberId) == null ? ErrorCode.UNKNOWN_MEMBER_ID : ErrorCode.NONE;
    }

    PartitionOwners owners() {
        return owners;
    }

    /** The timers of a member. */
    MemberLife life(String memberId) {
        return lives.computeIfAbsent(memberId, _ -> new MemberLife());
    }

    /** Whether all members speak the classic protocol; not so of an empty group. */
    boolean isAllClassic() {
        return state.size() > 0
                && state.profiles().values().stream().allMatch(MemberProfile::isClassic);
    }

    /** Takes in what was committed; costs what changed. */
    void committed(ConsumerGroupState now, Iterable<String> changedMembers) {
        state = now;
        for (String memberId : changedMembers) {
            MemberProfile profile = now.profile(memberId);
            if (profile == null) {
                forget(memberId);
                continue;
            }
            MemberLife life = life(memberId);
            CurrentAssignment current = now.current(memberId);
            owners.change(memberId, life.held(), current.held());
            life.held(current.held());
            if (profile.instanceId() != null) {
                staticMembers.put(profile.instanceId(), memberId);
            }
        }
    }

    private void forget(String memberId) {
        MemberLife life = lives.remove(memberId);
        if (life != null) {
            life.cancel();
            owners.change(memberId, life.held(), PartitionSet.EMPTY);
        }
        staticMembers.values().remove(memberId);
    }

    // --- why, and how long

    /** The epoch rose. */
    void rose(List<String> because, long nowMs, long wallMs) {
        if (reasons.isEmpty()) {
            roseMs = nowMs;
            roseWallMs = wallMs;
        }
        reasons.addAll(because);
    }

    /** The assignment of the newest epoch was made. */
    void assigned(long nowMs) {
        history.add(
                new GenerationRecord(
                        state.assignmentEpoch(),
                        reason(),
                        state.size(),
                        roseWallMs,
                        nowMs - roseMs,
                        -1));
        reasons.clear();
        assignedMs = nowMs;
        moving = true;
    }

    private String reason() {
        if (reasons.size() <= REASONS_TOLD) {
            return String.join("; ", reasons);
        }
        return String.join("; ", reasons.subList(0, REASONS_TOLD))
                + "; and "
                + (reasons.size() - REASONS_TOLD)
                + " more";
    }

    /** What the newest epoch took, told once when all members have come to it. */
    Optional<GenerationRecord> settled(long nowMs) {
        if (!moving || assignedMs == null || !state.isSettled()) {
            return Optional.empty();
        }
        moving = false;
        return Optional.of(history.assigned(nowMs - assignedMs));
    }

    /** The reasons of the last epochs, oldest first. */
    List<GenerationRecord> history() {
        return history.records();
    }

    /** When the newest assignment was made; null if another coordinator made it. */
    @Nullable Long assignedMs() {
        return assignedMs;
    }

    /** Whether the group is gone; only timers that come late can still meet it. */
    boolean isDead() {
        return dead;
    }

    /** The group is deleted, or has become a classic one. */
    void die() {
        dead = true;
        cancelTimeouts();
    }

    // --- timers

    boolean awaitsAssignment() {
        return assignment != null;
    }

    void assignment(Timeout timeout) {
        cancelAssignment();
        assignment = timeout;
    }

    void cancelAssignment() {
        if (assignment != null) {
            assignment.cancel();
            assignment = null;
        }
    }

    /** Cancels everything that the group has on the timer. */
    void cancelTimeouts() {
        cancelAssignment();
        lives.values().forEach(MemberLife::cancel);
    }

    @Override
    public String toString() {
        return id
                + " ("
                + state.wireName()
                + ", epoch "
                + state.epoch()
                + ", "
                + state.size()
                + " members)";
    }
}
