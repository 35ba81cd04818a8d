package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How a group's generation looks to others: to its members, to its leader, to the log. */
final class Generations {

    private Generations() {}

    /** What a member learns that is in the generation. */
    static JoinResult joined(Group group, Member member, List<JoinResult.Member> forLeader) {
        return new JoinResult(
                ErrorCode.NONE,
                member.id(),
                group.generation(),
                group.protocolType(),
                group.protocolName(),
                leader(group),
                false,
                forLeader);
    }

    /** The leader's id as responses spell it. */
    static String leader(Group group) {
        String leaderId = group.leaderId();
        return leaderId == null ? "" : leaderId;
    }

    /** The members with what they want their leader to know. */
    static List<JoinResult.Member> membersForLeader(Group group) {
        List<JoinResult.Member> everybody = new ArrayList<>(group.size());
        for (Member member : group.members()) {
            everybody.add(
                    new JoinResult.Member(
                            member.id(),
                            member.instanceId(),
                            member.metadata(group.protocolName())));
        }
        return everybody;
    }

    /** A member's assignment. */
    static SyncResult assigned(Group group, Member member) {
        return new SyncResult(
                ErrorCode.NONE, group.protocolType(), group.protocolName(), member.assignment());
    }

    /** The generation as it is. */
    static GroupRecord record(Group group, long wallMs) {
        List<StoredGeneration.Member> members = new ArrayList<>(group.size());
        for (Member member : group.members()) {
            members.add(stored(group, member, member.assignment()));
        }
        return record(group, leader(group), members, wallMs);
    }

    /** The generation with what the leader assigned. */
    static GroupRecord record(Group group, Map<String, ByteBuffer> assignments, long wallMs) {
        List<StoredGeneration.Member> members = new ArrayList<>(group.size());
        for (Member member : group.members()) {
            ByteBuffer assignment = assignments.getOrDefault(member.id(), Member.NO_BYTES);
            members.add(stored(group, member, assignment));
        }
        return record(group, leader(group), members, wallMs);
    }

    /** The generation with a static member in the place of its former self. */
    static GroupRecord record(Group group, Member old, Member replacement, long wallMs) {
        List<StoredGeneration.Member> members = new ArrayList<>(group.size());
        for (Member member : group.members()) {
            Member current = member == old ? replacement : member;
            members.add(stored(group, current, member.assignment()));
        }
        return record(
                group, group.isLeader(old) ? replacement.id() : leader(group), members, wallMs);
    }

    private static StoredGeneration.Member stored(
            Group group, Member member, ByteBuffer assignment) {
        return new StoredGeneration.Member(
                member.id(),
                member.instanceId(),
                member.clientId(),
                member.clientHost(),
                member.rebalanceTimeoutMs(),
                member.sessionTimeoutMs(),
                member.metadata(group.protocolName()),
                assignment);
    }

    private static GroupRecord record(
            Group group, String leader, List<StoredGeneration.Member> members, long wallMs) {
        String protocolType = group.protocolType();
        return new GroupRecord.GenerationStored(
                group.id(),
                new StoredGeneration(
                        protocolType == null ? "" : protocolType,
                        group.generation(),
                        group.protocolName(),
                        members.isEmpty() ? null : leader,
                        group.state() instanceof GroupState.Empty empty
                                ? empty.sinceWallMs()
                                : wallMs,
                        members));
    }
}
