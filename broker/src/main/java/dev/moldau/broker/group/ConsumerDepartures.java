package dev.moldau.broker.group;

import dev.moldau.broker.group.ConsumerGroupRecord.CurrentStored;
import dev.moldau.protocol.ErrorCode;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Members of consumer groups go: they say so, fall silent, or do not give partitions up in time.
 * With the last one that speaks the consumer protocol the group may become a classic one. Holds no
 * state of its own; runs on the shard's lane.
 */
final class ConsumerDepartures {

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerDepartures.class);

    private final GroupHost host;
    private final ConsumerRebalance rebalance;
    private final Conversion conversion;
    private final Downgrade downgrade;

    /** Puts a classic group in the place of a consumer group, when that is stored. */
    @FunctionalInterface
    interface Downgrade {

        /**
         * The group is stored as a classic one.
         *
         * @param reason why its members are to be called together
         */
        void stored(ConsumerGroup before, Group now, String reason);
    }

    ConsumerDepartures(
            GroupHost host,
            ConsumerRebalance rebalance,
            Conversion conversion,
            Downgrade downgrade) {
        this.host = host;
        this.rebalance = rebalance;
        this.conversion = conversion;
        this.downgrade = downgrade;
    }

    /** A member of the consumer protocol leaves, for good or for a while. */
    void leave(
            ConsumerGroup group,
            ConsumerHeartbeatCommand command,
            Answer<ConsumerHeartbeatResult> answer) {
        ConsumerMember member =
                command.instanceId() == null
                        ? group.member(command.memberId())
                        : group.staticMember(command.instanceId());
        if (member == null) {
            // It is gone already: its leave was repeated, or it was fenced.
            answer.give(ConsumerHeartbeatResult.left(command.memberId(), command.memberEpoch()));
            return;
        }
        if (!member.id().equals(command.memberId())) {
            answer.give(
                    ConsumerHeartbeatResult.failed(
                            ErrorCode.FENCED_INSTANCE_ID,
                            "Member " + member.id() + " has taken over the static name."));
            return;
        }
        Consumer<ErrorCode> done =
                error -> {
                    if (error == ErrorCode.NONE) {
                        answer.give(
                                ConsumerHeartbeatResult.left(
                                        command.memberId(), command.memberEpoch()));
                    } else {
                        answer.fail(AppendErrors.forMembership(error));
                    }
                };
        if (command.memberEpoch() == CurrentAssignment.AWAY) {
            goAway(group, member, done);
        } else {
            remove(group, List.of(member.id()), "member " + member + " left", done);
        }
    }

    /** A static member keeps its partitions until its session ends. */
    private void goAway(ConsumerGroup group, ConsumerMember member, Consumer<ErrorCode> done) {
        if (member.current().isAway()) {
            done.accept(ErrorCode.NONE);
            return;
        }
        GroupDraft draft = new GroupDraft(group.id(), group.state());
        draft.add(new CurrentStored(group.id(), member.id(), member.current().away()));
        rebalance.write(
                group,
                draft,
                error -> {
                    if (error == ErrorCode.NONE) {
                        rebalance.sessions().hear(group, member);
                    }
                    done.accept(error);
                });
    }

    /** A member has fallen silent. */
    void expire(ConsumerGroup group, ConsumerMember member) {
        String reason =
                "member "
                        + member
                        + " of client '"
                        + member.profile().clientId()
                        + "' at "
                        + member.profile().clientHost()
                        + " was not heard from for "
                        + rebalance.sessions().sessionTimeoutMs(group, member.profile())
                        + " ms";
        removeNow(group, member, reason);
    }

    /** A member has not given its partitions up in time. */
    void expel(ConsumerGroup group, ConsumerMember member) {
        removeNow(
                group,
                member,
                "member "
                        + member
                        + " did not give partitions up within "
                        + member.profile().rebalanceTimeoutMs()
                        + " ms");
    }

    /** A member of the classic protocol did not do its part of a rebalance in time. */
    void removeNow(ConsumerGroup group, ConsumerMember member, String reason) {
        LOG.info("group {}: {}", group.id(), reason);
        remove(
                group,
                List.of(member.id()),
                reason,
                error -> {
                    if (error != ErrorCode.NONE) {
                        LOG.warn(
                                "group {}: that {} could not be stored: {}",
                                group.id(),
                                reason,
                                error);
                        // It is still a member: its session begins anew, and ends anew.
                        rebalance.sessions().hear(group, member);
                    }
                });
    }

    /**
     * Takes members out.
     *
     * @param memberIds members of the group, at least one
     * @param done told none, or why nothing changed
     */
    void remove(
            ConsumerGroup group,
            Collection<String> memberIds,
            String reason,
            Consumer<ErrorCode> done) {
        if (conversion.isDowngrade(group, memberIds)) {
            downgrade(group, memberIds, reason, done);
            return;
        }
        GroupDraft draft = new GroupDraft(group.id(), group.state());
        memberIds.forEach(draft::remove);
        Subscriptions.forgetUnused(draft);
        rebalance.raise(draft, reason);
        rebalance.assignIfDue(group, draft);
        rebalance.write(group, draft, done);
    }

    private void downgrade(
            ConsumerGroup group,
            Collection<String> leaving,
            String reason,
            Consumer<ErrorCode> done) {
        Group classic = conversion.downgraded(group, leaving);
        GroupDraft draft = Conversion.removal(group);
        draft.addClassic(Generations.record(classic, host.wallMs()));
        rebalance.write(
                group,
                draft,
                error -> {
                    if (error == ErrorCode.NONE) {
                        downgrade.stored(group, classic, reason);
                    }
                    done.accept(error);
                });
    }
}
