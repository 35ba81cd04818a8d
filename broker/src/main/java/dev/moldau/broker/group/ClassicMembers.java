package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ConsumerProtocolSubscription;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Members of a consumer group that speak the classic protocol: they join, ask for their assignment
 * and send heartbeats as ever, and are answered from the consumer group's state. To each its member
 * epoch is the generation, and nobody is leader. A heartbeat calls a member to join again when
 * there is something for it to give up or to get; what it owns it says when it joins.
 *
 * <p>Holds no state of its own; runs on the shard's lane.
 */
final class ClassicMembers {

    private final GroupHost host;
    private final ConsumerRebalance rebalance;
    private final ConsumerMembership membership;
    private final ConsumerDepartures departures;
    private final EmbeddedProtocol embedded;

    ClassicMembers(
            GroupHost host,
            ConsumerRebalance rebalance,
            ConsumerMembership membership,
            ConsumerDepartures departures,
            EmbeddedProtocol embedded) {
        this.host = host;
        this.rebalance = rebalance;
        this.membership = membership;
        this.departures = departures;
        this.embedded = embedded;
    }

    /** What a member has to do within its rebalance timeout; each call makes a new one. */
    private static final class Awaited {
        private final boolean join;

        Awaited(boolean join) {
            this.join = join;
        }

        @Override
        public String toString() {
            return join ? "join again" : "ask for its assignment";
        }
    }

    // --- joins

    void join(ConsumerGroup group, JoinCommand command, Answer<JoinResult> answer) {
        Optional<ConsumerProtocolSubscription> wanted =
                command.protocols().isEmpty()
                        ? Optional.empty()
                        : EmbeddedProtocol.subscription(command.protocols().getFirst().metadata());
        if (wanted.isEmpty() || !supports(group, command)) {
            answer.fail(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
            return;
        }
        String instanceId = command.instanceId();
        ConsumerMember former = instanceId == null ? null : group.staticMember(instanceId);
        if (!command.memberId().isEmpty() && instanceId != null) {
            ErrorCode error = group.check(command.memberId(), instanceId);
            if (error != ErrorCode.NONE) {
                answer.fail(error);
                return;
            }
        }
        boolean isNew = former == null && group.member(command.memberId()) == null;
        if (isNew && group.state().size() >= host.config().consumers().maxSize()) {
            answer.give(JoinResult.failed("", ErrorCode.GROUP_MAX_SIZE_REACHED));
            return;
        }
        String memberId = command.memberId();
        if (memberId.isEmpty()) {
            memberId = host.newMemberId(instanceId == null ? command.clientId() : instanceId);
            if (instanceId == null && command.memberIdRequired()) {
                answer.give(JoinResult.failed(memberId, ErrorCode.MEMBER_ID_REQUIRED));
                return;
            }
        }
        GroupDraft draft = new GroupDraft(group.id(), group.state());
        if (former != null && !former.id().equals(memberId)) {
            ConsumerMembership.replace(draft, former, memberId);
        }
        join(group, draft, memberId, command, wanted.get(), answer);
    }

    /** Whether the member has an assignor in common with all others of the classic protocol. */
    private static boolean supports(ConsumerGroup group, JoinCommand command) {
        if (!ConsumerTopics.PROTOCOL_TYPE.equals(command.protocolType())) {
            return false;
        }
        Set<String> common = new HashSet<>();
        command.protocols().forEach(protocol -> common.add(protocol.name()));
        group.state()
                .profiles()
                .forEach(
                        (memberId, profile) -> {
                            MemberProfile.Classic classic = profile.classic();
                            if (classic != null && !memberId.equals(command.memberId())) {
                                common.retainAll(
                                        classic.protocols().stream().map(Protocol::name).toList());
                            }
                        });
        return !common.isEmpty();
    }

    private void join(
            ConsumerGroup group,
            GroupDraft draft,
            String memberId,
            JoinCommand command,
            ConsumerProtocolSubscription wanted,
            Answer<JoinResult> answer) {
        MemberProfile profile =
                new MemberProfile(
                        command.instanceId(),
                        wanted.rackId(),
                        command.clientId(),
                        command.clientHost(),
                        new HashSet<>(wanted.topics()),
                        null,
                        command.rebalanceTimeoutMs(),
                        null,
                        new MemberProfile.Classic(command.sessionTimeoutMs(), command.protocols()));
        try {
            membership.change(
                    group,
                    draft,
                    memberId,
                    profile,
                    // Whatever generation it says: the answer to an earlier join may be lost. Who
                    // holds what we know ourselves (FIELD-REPORTS 23); this only tells what it
                    // has not given up yet.
                    embedded.owned(wanted),
                    error -> {
                        if (error == ErrorCode.NONE) {
                            joined(group, memberId, command, answer);
                        } else {
                            answer.fail(AppendErrors.forMembership(error));
                        }
                    });
        } catch (InvalidTopicRegexException e) {
            throw new IllegalStateException("a classic member has no regular expression", e);
        }
    }

    private void joined(
            ConsumerGroup group, String memberId, JoinCommand command, Answer<JoinResult> answer) {
        ConsumerMember member = group.member(memberId);
        if (member == null) {
            throw new IllegalStateException(command + " left no member");
        }
        rebalance.sessions().hear(group, member);
        await(group, member, new Awaited(false));
        answer.give(
                new JoinResult(
                        ErrorCode.NONE,
                        memberId,
                        member.current().epoch(),
                        ConsumerTopics.PROTOCOL_TYPE,
                        command.protocols().getFirst().name(),
                        "",
                        false,
                        List.of()));
    }

    private void await(ConsumerGroup group, ConsumerMember member, Awaited awaited) {
        int timeoutMs = member.profile().rebalanceTimeoutMs();
        group.life(member.id())
                .step(
                        awaited,
                        host.after(
                                group.id(),
                                timeoutMs,
                                () -> overdue(group, member.id(), awaited, timeoutMs)));
    }

    private void overdue(ConsumerGroup group, String memberId, Awaited awaited, int timeoutMs) {
        ConsumerMember member = group.member(memberId);
        if (group.isDead() || member == null || !group.life(memberId).isTimedFor(awaited)) {
            return;
        }
        departures.removeNow(
                group,
                member,
                "member " + member + " did not " + awaited + " within " + timeoutMs + " ms");
    }

    // --- between joins

    private static ErrorCode check(
            ConsumerGroup group, String memberId, @Nullable String instanceId, int generation) {
        ErrorCode error = group.check(memberId, instanceId);
        if (error != ErrorCode.NONE) {
            return error;
        }
        ConsumerMember member = group.member(memberId);
        if (member == null || !member.isClassic()) {
            return ErrorCode.UNKNOWN_MEMBER_ID;
        }
        return generation == member.current().epoch()
                ? ErrorCode.NONE
                : ErrorCode.ILLEGAL_GENERATION;
    }

    void sync(ConsumerGroup group, SyncCommand command, Answer<SyncResult> answer) {
        ErrorCode error =
                check(group, command.memberId(), command.instanceId(), command.generation());
        ConsumerMember member = group.member(command.memberId());
        MemberProfile.Classic classic = member == null ? null : member.profile().classic();
        if (error != ErrorCode.NONE || member == null || classic == null) {
            answer.fail(error);
            return;
        }
        Protocol protocol = classic.protocols().getFirst();
        if (!agrees(command.protocolType(), ConsumerTopics.PROTOCOL_TYPE)
                || !agrees(command.protocolName(), protocol.name())) {
            answer.fail(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
            return;
        }
        rebalance.sessions().hear(group, member);
        group.life(member.id()).cancelStep();
        answer.give(
                new SyncResult(
                        ErrorCode.NONE,
                        ConsumerTopics.PROTOCOL_TYPE,
                        protocol.name(),
                        embedded.assignment(
                                member.current().assigned(),
                                EmbeddedProtocol.versionOf(protocol.metadata()))));
    }

    private static boolean agrees(@Nullable String said, String known) {
        return said == null || said.equals(known);
    }

    ErrorCode heartbeat(ConsumerGroup group, HeartbeatCommand command) {
        ErrorCode error =
                check(group, command.memberId(), command.instanceId(), command.generation());
        ConsumerMember member = group.member(command.memberId());
        if (error != ErrorCode.NONE || member == null) {
            return error;
        }
        rebalance.sessions().hear(group, member);
        if (!isCalled(group, member)) {
            return ErrorCode.NONE;
        }
        MemberLife life = group.life(member.id());
        if (!(life.awaitedStep() instanceof Awaited awaited && awaited.join)) {
            await(group, member, new Awaited(true));
        }
        return ErrorCode.REBALANCE_IN_PROGRESS;
    }

    /** Whether joining again would bring the member nearer to its target. */
    private static boolean isCalled(ConsumerGroup group, ConsumerMember member) {
        return member.current().state() == CurrentAssignment.State.UNREVOKED
                || !ConsumerRebalance.reconcile(group, group.state(), member, null)
                        .equals(member.current());
    }
}
