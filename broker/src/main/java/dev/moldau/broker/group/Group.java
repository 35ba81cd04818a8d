package dev.moldau.broker.group;

import dev.moldau.broker.group.GroupState.CompletingRebalance;
import dev.moldau.broker.group.GroupState.Dead;
import dev.moldau.broker.group.GroupState.Empty;
import dev.moldau.broker.group.GroupState.PreparingRebalance;
import dev.moldau.broker.group.GroupState.Stable;
import dev.moldau.common.Timer.Timeout;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A classic group as it lives: who is in it, which generation it has, who waits for what. Holds the
 * facts and the rules about them; what happens when is in {@link Rebalance} and {@link Membership}.
 *
 * <p>Owned by its shard's lane. Made when the first member asks to join or when a stored generation
 * is loaded, gone when it is empty and the log says nothing about it any more. Invariants: every
 * member supports the protocol of the generation; a static name belongs to one member; an id is
 * either a member's or pending; the leader is a member, or null.
 */
final class Group {

    private final String id;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<String, String> staticMembers = new HashMap<>();

    /** Ids that were handed out to clients that have not come back with them. */
    private final Map<String, Timeout> pending = new HashMap<>();

    private final GenerationHistory history = new GenerationHistory();

    private GroupState state;
    private int generation;
    private @Nullable String protocolType;
    private @Nullable String protocolName;
    private @Nullable String leaderId;
    private Optional<Set<String>> subscribedTopics = Optional.empty();
    private @Nullable Timeout phaseTimeout;

    private Group(String id, GroupState state) {
        this.id = id;
        this.state = state;
    }

    /** A group that nobody has joined yet. */
    static Group empty(String id, long wallMs) {
        return new Group(id, new Empty(wallMs));
    }

    /** A group as the log left it; its members' sessions are to be started. */
    static Group restored(String id, StoredGeneration stored) {
        GroupState state =
                stored.members().isEmpty()
                        ? new Empty(stored.stateTimestampMs())
                        : new Stable(new HashSet<>());
        Group group = new Group(id, state);
        group.generation = stored.generation();
        group.protocolType = stored.protocolType().isEmpty() ? null : stored.protocolType();
        group.protocolName = stored.protocolName();
        for (StoredGeneration.Member member : stored.members()) {
            group.add(restoredMember(member, stored.protocolName()));
        }
        group.leaderId = stored.leaderId();
        group.subscribedTopics = group.findSubscribedTopics();
        return group;
    }

    /**
     * A group that was a consumer group until now, whose members have what they had there.
     *
     * @param epoch the consumer group's epoch; goes on as the generation
     * @param members at least one
     */
    static Group converted(String id, int epoch, List<Member> members) {
        Group group = new Group(id, new Stable(new HashSet<>()));
        group.generation = epoch;
        group.protocolType = ConsumerTopics.PROTOCOL_TYPE;
        members.forEach(group::add);
        group.protocolName = ProtocolVote.winner(members, null);
        group.subscribedTopics = group.findSubscribedTopics();
        return group;
    }

    /** A group that was an empty consumer group until now. */
    static Group vacated(String id, int epoch, long wallMs) {
        Group group = empty(id, wallMs);
        group.generation = epoch;
        return group;
    }

    private static Member restoredMember(
            StoredGeneration.Member stored, @Nullable String protocolName) {
        List<Protocol> protocols =
                protocolName == null
                        ? List.of()
                        : List.of(new Protocol(protocolName, stored.subscription()));
        Member member =
                new Member(
                        stored.memberId(),
                        stored.instanceId(),
                        stored.clientId(),
                        stored.clientHost(),
                        stored.sessionTimeoutMs(),
                        stored.rebalanceTimeoutMs(),
                        protocols);
        member.assign(stored.assignment());
        return member;
    }

    String id() {
        return id;
    }

    GroupState state() {
        return state;
    }

    boolean isDead() {
        return state instanceof Dead;
    }

    int generation() {
        return generation;
    }

    /** What the group is for; null until somebody joined. */
    @Nullable String protocolType() {
        return protocolType;
    }

    /** The generation's assignor; null while nobody is in it. */
    @Nullable String protocolName() {
        return protocolName;
    }

    /** Who assigns; null while nobody is in the group. */
    @Nullable String leaderId() {
        return leaderId;
    }

    boolean isLeader(Member member) {
        return member.id().equals(leaderId);
    }

    /**
     * The topics that the generation's members subscribed to; empty if they do not speak the
     * consumers' language, and so may be subscribed to anything.
     */
    Optional<Set<String>> subscribedTopics() {
        return subscribedTopics;
    }

    /** The reasons of the last generations, oldest first. */
    List<GenerationRecord> history() {
        return history.records();
    }

    // --- members

    Collection<Member> members() {
        return Collections.unmodifiableCollection(members.values());
    }

    /** The members, for a walk during which some are removed. */
    List<Member> membersSnapshot() {
        return new ArrayList<>(members.values());
    }

    int size() {
        return members.size();
    }

    @Nullable Member member(String memberId) {
        return members.get(memberId);
    }

    @Nullable Member staticMember(String instanceId) {
        String memberId = staticMembers.get(instanceId);
        return memberId == null ? null : members.get(memberId);
    }

    int joiningMembers() {
        int joining = 0;
        for (Member member : members.values()) {
            if (member.isJoining()) {
                joining++;
            }
        }
        return joining;
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
        return members.containsKey(memberId) ? ErrorCode.NONE : ErrorCode.UNKNOWN_MEMBER_ID;
    }

    void add(Member member) {
        assert !members.containsKey(member.id());
        members.put(member.id(), member);
        if (member.instanceId() != null) {
            staticMembers.put(member.instanceId(), member.id());
        }
        if (leaderId == null) {
            leaderId = member.id();
        }
    }

    /** Takes over what the group is for from its first member. */
    void adoptProtocolType(String newProtocolType) {
        if (members.isEmpty()) {
            protocolType = newProtocolType;
        }
    }

    void remove(Member member) {
        members.remove(member.id(), member);
        if (member.instanceId() != null) {
            staticMembers.remove(member.instanceId(), member.id());
        }
        if (isLeader(member)) {
            leaderId = members.isEmpty() ? null : members.keySet().iterator().next();
        }
    }

    /** Puts a restarted static member in the place of its former self. */
    void replace(Member old, Member replacement) {
        boolean wasLeader = isLeader(old);
        remove(old);
        add(replacement);
        if (wasLeader) {
            leaderId = replacement.id();
        }
    }

    /**
     * Sees to it that a member who has joined again is leader.
     *
     * @return false if none has
     */
    boolean electJoinedLeader() {
        Member leader = leaderId == null ? null : members.get(leaderId);
        if (leader != null && leader.isJoining()) {
            return true;
        }
        for (Member member : members.values()) {
            if (member.isJoining()) {
                leaderId = member.id();
                return true;
            }
        }
        return false;
    }

    /** The longest that any member is ready to wait for the others, in milliseconds. */
    int rebalanceTimeoutMs() {
        int longest = 0;
        for (Member member : members.values()) {
            longest = Math.max(longest, member.rebalanceTimeoutMs());
        }
        return longest;
    }

    // --- ids handed out

    boolean isPending(String memberId) {
        return pending.containsKey(memberId);
    }

    boolean hasPending() {
        return !pending.isEmpty();
    }

    void addPending(String memberId, Timeout timeout) {
        pending.put(memberId, timeout);
    }

    /** The client came back with its id, or never will. */
    boolean removePending(String memberId) {
        Timeout timeout = pending.remove(memberId);
        if (timeout == null) {
            return false;
        }
        timeout.cancel();
        return true;
    }

    // --- protocols

    /** Whether a member with these protocols can be in the group with all the others. */
    boolean supports(String memberProtocolType, List<Protocol> protocols) {
        if (memberProtocolType.isEmpty() || protocols.isEmpty()) {
            return false;
        }
        if (members.isEmpty()) {
            return true;
        }
        if (!memberProtocolType.equals(protocolType)) {
            return false;
        }
        Set<String> common = ProtocolVote.common(members.values(), null);
        return protocols.stream().anyMatch(protocol -> common.contains(protocol.name()));
    }

    /** The assignor that the next generation would have if a member offered these protocols. */
    String protocolIf(Member changed, List<Protocol> protocols) {
        return ProtocolVote.winner(members.values(), new ProtocolVote.Change(changed, protocols));
    }

    private Optional<Set<String>> findSubscribedTopics() {
        return ConsumerTopics.PROTOCOL_TYPE.equals(protocolType)
                ? ConsumerTopics.of(members.values(), protocolName)
                : Optional.empty();
    }

    // --- transitions

    /** Members are called together. */
    void prepare(GroupState.Settled from, RebalanceCause cause, JoinWindow window) {
        assert state == from;
        state = from.prepare(cause, window);
    }

    /** The generation is formed by the members that have joined. */
    CompletingRebalance form(PreparingRebalance from, long nowMs, Set<String> joined) {
        assert state == from && !members.isEmpty();
        generation = nextGeneration();
        protocolName = ProtocolVote.winner(members.values(), null);
        subscribedTopics = findSubscribedTopics();
        CompletingRebalance formed = from.form(nowMs, joined);
        state = formed;
        history.add(
                new GenerationRecord(
                        generation,
                        from.cause().reason(),
                        members.size(),
                        from.cause().beganWallMs(),
                        nowMs - from.cause().beganMs(),
                        -1));
        return formed;
    }

    /** Nobody is left. */
    void vacate(PreparingRebalance from, long nowMs, long wallMs) {
        assert state == from && members.isEmpty();
        generation = nextGeneration();
        protocolName = null;
        leaderId = null;
        subscribedTopics = findSubscribedTopics();
        state = from.vacate(wallMs);
        history.add(
                new GenerationRecord(
                        generation,
                        from.cause().reason(),
                        0,
                        from.cause().beganWallMs(),
                        nowMs - from.cause().beganMs(),
                        0));
    }

    /** The assignment is stored; returns what the generation took. */
    GenerationRecord assign(CompletingRebalance from, long nowMs) {
        assert state == from;
        state = from.assign();
        return history.assigned(nowMs - from.formedMs());
    }

    /** The group is gone. */
    void die(Empty from) {
        assert state == from;
        state = from.die();
        cancelTimeouts();
    }

    /** The group lives on under the consumer protocol. */
    void convert(Empty from) {
        assert state == from;
        state = from.convert();
        cancelTimeouts();
    }

    /** The same with members; their sessions go on there. */
    void convert(Stable from) {
        assert state == from;
        state = from.convert();
        cancelTimeouts();
    }

    private int nextGeneration() {
        return generation == Integer.MAX_VALUE ? 1 : generation + 1;
    }

    /** Sets the timer that watches over the state; there is one at a time. */
    void phaseTimeout(Timeout timeout) {
        cancelPhaseTimeout();
        phaseTimeout = timeout;
    }

    void cancelPhaseTimeout() {
        if (phaseTimeout != null) {
            phaseTimeout.cancel();
            phaseTimeout = null;
        }
    }

    /** Cancels everything that the group has on the timer. */
    void cancelTimeouts() {
        cancelPhaseTimeout();
        members.values().forEach(Member::cancelTimeout);
        pending.values().forEach(Timeout::cancel);
    }

    @Override
    public String toString() {
        return id
                + " ("
                + state.wireName()
                + ", generation "
                + generation
                + ", "
                + members.size()
                + " members)";
    }
}
