package dev.moldau.broker.group;

import dev.moldau.broker.group.ConsumerGroupRecord.CurrentStored;
import dev.moldau.broker.group.ConsumerGroupRecord.EpochRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.EpochStored;
import dev.moldau.broker.group.ConsumerGroupRecord.MemberStored;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetEpochRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetEpochStored;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetStored;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.message.ConsumerProtocolSubscription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Changes the protocol of a group while it lives (KIP-848). Members keep what they own, and epochs
 * go on where generations ended, and the other way round. Decides what to store; holds no state of
 * its own.
 */
final class Conversion {

    private final GroupHost host;
    private final Subscriptions subscriptions;
    private final EmbeddedProtocol embedded;

    Conversion(GroupHost host, Subscriptions subscriptions, EmbeddedProtocol embedded) {
        this.host = host;
        this.subscriptions = subscriptions;
        this.embedded = embedded;
    }

    // --- to the consumer protocol

    /**
     * What makes an empty classic group an empty consumer group.
     *
     * @param stored whether the log has a generation of it
     */
    static GroupDraft upgradeEmpty(Group group, boolean stored) {
        GroupDraft draft = new GroupDraft(group.id(), new ConsumerGroupState());
        if (stored) {
            draft.addClassic(new GroupRecord.GroupRemoved(group.id()));
        }
        if (group.generation() > 0) {
            draft.add(new EpochStored(group.id(), group.generation(), 0));
        }
        return draft;
    }

    /**
     * What makes a stable classic group a consumer group. In any other state some member may own
     * what the coordinator knows nothing of.
     *
     * @return empty if a member does not speak the consumers' language
     */
    Optional<GroupDraft> upgrade(Group group) {
        GroupDraft draft = new GroupDraft(group.id(), new ConsumerGroupState());
        draft.addClassic(new GroupRecord.GroupRemoved(group.id()));
        Map<Member, ConsumerProtocolSubscription> wishes = new LinkedHashMap<>();
        Map<Member, PartitionSet> shares = new LinkedHashMap<>();
        PartitionSet taken = PartitionSet.EMPTY;
        for (Member member : group.members()) {
            Optional<ConsumerProtocolSubscription> wanted =
                    EmbeddedProtocol.subscription(member.metadata(group.protocolName()));
            Optional<PartitionSet> assigned = embedded.assigned(member.assignment());
            if (wanted.isEmpty() || assigned.isEmpty()) {
                return Optional.empty();
            }
            // A leader that assigned a partition twice erred; the first to have it keeps it.
            PartitionSet share = assigned.get().minus(taken);
            taken = taken.plus(share);
            wishes.put(member, wanted.get());
            shares.put(member, share);
        }
        for (Map.Entry<Member, ConsumerProtocolSubscription> wish : wishes.entrySet()) {
            // A cooperative member may still be about to give up what it owned when it joined.
            PartitionSet late = embedded.owned(wish.getValue()).minus(taken);
            taken = taken.plus(late);
            PartitionSet share = shares.getOrDefault(wish.getKey(), PartitionSet.EMPTY);
            upgrade(draft, group, wish.getKey(), wish.getValue(), share, late);
        }
        draft.add(
                new EpochStored(group.id(), group.generation(), subscriptions.hash(draft.state())));
        draft.add(new TargetEpochStored(group.id(), group.generation(), host.wallMs()));
        return Optional.of(draft);
    }

    private static void upgrade(
            GroupDraft draft,
            Group group,
            Member member,
            ConsumerProtocolSubscription wanted,
            PartitionSet share,
            PartitionSet late) {
        MemberProfile profile =
                new MemberProfile(
                        member.instanceId(),
                        wanted.rackId(),
                        member.clientId(),
                        member.clientHost(),
                        new HashSet<>(wanted.topics()),
                        null,
                        member.rebalanceTimeoutMs(),
                        null,
                        new MemberProfile.Classic(member.sessionTimeoutMs(), member.protocols()));
        draft.add(new MemberStored(group.id(), member.id(), profile));
        draft.add(new TargetStored(group.id(), member.id(), share));
        draft.add(
                new CurrentStored(
                        group.id(),
                        member.id(),
                        new CurrentAssignment(
                                group.generation(),
                                group.generation(),
                                late.isEmpty()
                                        ? CurrentAssignment.State.STABLE
                                        : CurrentAssignment.State.UNREVOKED,
                                share,
                                late)));
    }

    // --- to the classic protocol

    /** Whether the group is to become a classic one when those have left. */
    boolean isDowngrade(ConsumerGroup group, Collection<String> leaving) {
        if (!host.config().consumers().migrationPolicy().allowsDowngrade()
                || group.isAllClassic()) {
            return false;
        }
        Map<String, MemberProfile> left = new LinkedHashMap<>(group.state().profiles());
        left.keySet().removeAll(leaving);
        return !left.isEmpty()
                && left.size() <= host.config().maxSize()
                && left.values().stream().allMatch(MemberProfile::isClassic);
    }

    /** The classic group that remains when those have left. */
    Group downgraded(ConsumerGroup group, Collection<String> leaving) {
        List<Member> members = new ArrayList<>();
        group.state()
                .profiles()
                .forEach(
                        (memberId, profile) -> {
                            MemberProfile.Classic classic = profile.classic();
                            if (classic != null && !leaving.contains(memberId)) {
                                members.add(downgraded(group, memberId, profile, classic));
                            }
                        });
        return Group.converted(group.id(), group.state().epoch(), members);
    }

    private Member downgraded(
            ConsumerGroup group,
            String memberId,
            MemberProfile profile,
            MemberProfile.Classic classic) {
        Member member =
                new Member(
                        memberId,
                        profile.instanceId(),
                        profile.clientId(),
                        profile.clientHost(),
                        classic.sessionTimeoutMs(),
                        profile.rebalanceTimeoutMs(),
                        classic.protocols());
        short version = EmbeddedProtocol.versionOf(classic.protocols().getFirst().metadata());
        member.assign(embedded.assignment(group.state().current(memberId).assigned(), version));
        return member;
    }

    /** What takes a consumer group out of the log. */
    static GroupDraft removal(ConsumerGroup group) {
        GroupDraft draft = new GroupDraft(group.id(), group.state());
        for (String memberId : Set.copyOf(group.state().memberIds())) {
            draft.remove(memberId);
        }
        Subscriptions.forgetUnused(draft);
        if (group.state().assignmentEpoch() > 0) {
            draft.add(new TargetEpochRemoved(group.id()));
        }
        if (group.state().exists()) {
            draft.add(new EpochRemoved(group.id()));
        }
        return draft;
    }
}
