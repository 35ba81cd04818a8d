package dev.moldau.client.consumer.group;

import dev.moldau.client.Node;
import dev.moldau.client.consumer.assign.PartitionAssignor;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.JoinGroupResponse;
import dev.moldau.protocol.message.SyncGroupRequest;
import dev.moldau.protocol.message.SyncGroupResponse;
import dev.moldau.protocol.wire.MalformedMessageException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a classic member to have an assignment: JoinGroup, shares for all if it leads, and
 * SyncGroup, repeated until they succeed, the membership is lost or there is no use. Confined to
 * the loop. Once it is ended, nothing that comes counts; it ends by itself with the assignment and
 * with the membership.
 */
final class ClassicRound {

    /** Whose round it is. */
    interface Member {
        /** What the member says when it joins, as it is now. */
        Joining joining();

        /** As whom it speaks. */
        Identity identity();

        /** The coordinator calls it so; empty if it wants another name. */
        void named(String memberId);

        /** It is a member of this generation, and hears of its assignment next. */
        void accepted(String memberId, int generation);

        /** What it shall have; the round is over. */
        void assigned(PartitionAssignor assignor, Set<TopicPartition> partitions);

        /** It is no member any more, for what is said; the round is over. */
        void lost(String reason);

        /** There is no use in trying; the round is over. */
        void refused(ClientException cause);
    }

    /**
     * What a member says when it joins.
     *
     * @param memberId empty for a new one
     * @param ownedGeneration since when it owns what it does
     * @param reason why it joins, for people
     */
    record Joining(
            String memberId,
            Set<String> topics,
            Set<TopicPartition> owned,
            int ownedGeneration,
            String reason) {}

    private final GroupContext context;
    private final GroupSettings settings;
    private final ClassicCalls calls;
    private final Coordinator coordinator;
    private final ClassicLeader leader;
    private final Refusals refusals;
    private final Member member;
    private int failures;
    private boolean ended;

    ClassicRound(
            GroupContext context,
            ClassicCalls calls,
            Coordinator coordinator,
            ClassicLeader leader,
            Member member) {
        this.context = context;
        this.settings = context.settings();
        this.calls = calls;
        this.coordinator = coordinator;
        this.leader = leader;
        this.refusals = new Refusals(settings);
        this.member = member;
    }

    void end() {
        ended = true;
    }

    /** Unless the round is over by then. */
    private <T> Consumer<T> inThisRound(Consumer<T> next) {
        return value -> {
            if (!ended) {
                next.accept(value);
            }
        };
    }

    /** Begins, or begins again. */
    void join() {
        leader.resign();
        Consumer<Node> found = inThisRound(this::sendJoin);
        Consumer<ClientException> refused = inThisRound(this::giveUp);
        coordinator.find(
                new Coordinator.Waiter() {
                    @Override
                    public void found(Node node) {
                        found.accept(node);
                    }

                    @Override
                    public void refused(ClientException cause) {
                        refused.accept(cause);
                    }
                });
    }

    private void sendJoin(Node node) {
        Joining says = member.joining();
        Consumer<JoinGroupResponse> answer = inThisRound(response -> joined(node, response));
        context.network()
                .send(
                        node,
                        calls.join(
                                says.memberId(),
                                says.topics(),
                                says.owned(),
                                says.ownedGeneration(),
                                says.reason(),
                                (response, version) -> answer.accept(response),
                                inThisRound(cause -> unanswered(node, cause))));
    }

    private void unanswered(Node node, ClientException cause) {
        if (cause instanceof RefusedException) {
            giveUp(cause);
        } else {
            coordinator.lost(node, String.valueOf(cause.getMessage()));
            joinAgain();
        }
    }

    private void joinAgain() {
        failures++;
        Consumer<ClassicRound> again = inThisRound(ClassicRound::join);
        context.loop()
                .schedule(
                        Math.max(1, context.backoff().afterMs(failures)), () -> again.accept(this));
    }

    private void joined(Node node, JoinGroupResponse response) {
        ErrorCode error = ErrorCode.of(response.errorCode());
        switch (error) {
            case NONE -> accepted(node, response);
            case MEMBER_ID_REQUIRED -> {
                member.named(response.memberId());
                join();
            }
            default -> refused(node, error, "JoinGroup");
        }
    }

    /** What concerns joining and syncing alike. */
    private void refused(Node node, ErrorCode error, String what) {
        switch (error) {
            case UNKNOWN_MEMBER_ID -> {
                member.named("");
                lose("the coordinator does not know the member");
            }
            case ILLEGAL_GENERATION -> lose("the generation is over");
            case NOT_COORDINATOR, COORDINATOR_NOT_AVAILABLE -> {
                coordinator.lost(node, error.toString());
                joinAgain();
            }
            case FENCED_INSTANCE_ID -> giveUp(refusals.fencedInstance(node));
            default -> {
                if (error == ErrorCode.REBALANCE_IN_PROGRESS || error.retriable()) {
                    joinAgain();
                } else {
                    giveUp(refusals.refused(node, what, error, null));
                }
            }
        }
    }

    private void lose(String reason) {
        ended = true;
        member.lost(reason);
    }

    private void giveUp(ClientException cause) {
        ended = true;
        member.refused(cause);
    }

    private void accepted(Node node, JoinGroupResponse response) {
        failures = 0;
        member.accepted(response.memberId(), response.generationId());
        if (!response.leader().equals(response.memberId()) || response.skipAssignment()) {
            sync(node, response.protocolName(), List.of());
            return;
        }
        try {
            leader.share(
                    response,
                    assignor(response.protocolName()),
                    inThisRound(shares -> sync(node, response.protocolName(), shares)));
        } catch (MalformedMessageException e) {
            giveUp(
                    new RefusedException(
                            "a member of group "
                                    + settings.groupId()
                                    + " subscribes in a way that cannot be read: "
                                    + e.getMessage(),
                            e));
        }
    }

    private PartitionAssignor assignor(@Nullable String name) {
        for (PartitionAssignor assignor : settings.assignors()) {
            if (assignor.name().equals(name)) {
                return assignor;
            }
        }
        throw new IllegalStateException("the group chose " + name + ", which was not offered");
    }

    private void sync(
            Node node, @Nullable String protocol, List<SyncGroupRequest.Assignment> shares) {
        Consumer<SyncGroupResponse> answer =
                inThisRound(response -> synced(node, protocol, response));
        context.network()
                .send(
                        node,
                        calls.sync(
                                member.identity(),
                                protocol,
                                shares,
                                (response, version) -> answer.accept(response),
                                inThisRound(cause -> unanswered(node, cause))));
    }

    private void synced(Node node, @Nullable String protocol, SyncGroupResponse response) {
        ErrorCode error = ErrorCode.of(response.errorCode());
        if (error == ErrorCode.NONE) {
            ended = true;
            member.assigned(assignor(protocol), ConsumerProtocol.partitions(response.assignment()));
        } else {
            refused(node, error, "SyncGroup");
        }
    }
}
