package dev.moldau.broker.group;

import dev.moldau.broker.group.ConsumerGroupRecord.CurrentStored;
import dev.moldau.broker.group.ConsumerGroupRecord.MemberStored;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetStored;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.ErrorCode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a member's coming, its wishes and what it owns do to a consumer group, whichever protocol
 * the member speaks. Holds no state of its own; runs on the shard's lane.
 */
final class ConsumerMembership {

    private final ConsumerRebalance rebalance;

    ConsumerMembership(ConsumerRebalance rebalance) {
        this.rebalance = rebalance;
    }

    /** A static member of the draft; null if nobody has that name. */
    static @Nullable ConsumerMember staticMember(ConsumerGroupState state, String instanceId) {
        for (var member : state.profiles().entrySet()) {
            if (instanceId.equals(member.getValue().instanceId())) {
                return state.member(member.getKey());
            }
        }
        return null;
    }

    /** Puts a static member that is back in the place of its former self. */
    static void replace(GroupDraft draft, ConsumerMember former, String memberId) {
        draft.remove(former.id());
        draft.add(new MemberStored(draft.groupId(), memberId, former.profile()));
        draft.add(new TargetStored(draft.groupId(), memberId, former.target()));
        draft.add(new CurrentStored(draft.groupId(), memberId, former.current().back()));
    }

    /**
     * Takes in what a member says, brings it one step nearer to its target, and stores what that
     * changes.
     *
     * @param draft what changes already
     * @param profile who the member is and what it wants now
     * @param owned what it owns; null if it did not say
     * @param done told none, or why nothing changed; at once if there is nothing to store
     * @throws InvalidTopicRegexException if the profile has a regular expression that is none;
     *     nothing has changed then
     */
    void change(
            ConsumerGroup group,
            GroupDraft draft,
            String memberId,
            MemberProfile profile,
            @Nullable PartitionSet owned,
            Consumer<ErrorCode> done)
            throws InvalidTopicRegexException {
        MemberProfile before = draft.state().profile(memberId);
        rebalance.subscriptions().evaluate(draft, profile);
        if (!profile.equals(before)) {
            draft.add(new MemberStored(draft.groupId(), memberId, profile));
        }
        String name = profile.nameOf(memberId);
        if (before == null) {
            rebalance.raise(draft, "member " + name + " joined");
        } else if (!profile.subscribesLike(before)) {
            Subscriptions.forgetUnused(draft);
            rebalance.raise(draft, "member " + name + " changed its subscription");
        }
        rebalance.assignIfDue(group, draft);
        step(group, draft, memberId, owned);
        if (draft.isEmpty()) {
            done.accept(ErrorCode.NONE);
        } else {
            rebalance.write(group, draft, done);
        }
    }

    private static void step(
            ConsumerGroup group, GroupDraft draft, String memberId, @Nullable PartitionSet owned) {
        ConsumerMember member = draft.state().member(memberId);
        if (member == null) {
            throw new IllegalStateException(memberId + " is no member of " + group);
        }
        CurrentAssignment next = ConsumerRebalance.reconcile(group, draft.state(), member, owned);
        if (!next.equals(member.current())) {
            draft.add(new CurrentStored(draft.groupId(), memberId, next));
        }
    }
}
