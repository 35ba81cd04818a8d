package dev.moldau.client.consumer.group;

import dev.moldau.client.consumer.assign.PartitionAssignor;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Question;
import dev.moldau.client.net.Question.Answer;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.HeartbeatRequest;
import dev.moldau.protocol.message.HeartbeatResponse;
import dev.moldau.protocol.message.JoinGroupRequest;
import dev.moldau.protocol.message.JoinGroupResponse;
import dev.moldau.protocol.message.LeaveGroupRequest;
import dev.moldau.protocol.message.LeaveGroupResponse;
import dev.moldau.protocol.message.SyncGroupRequest;
import dev.moldau.protocol.message.SyncGroupResponse;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The requests of a member of a classic group. Pure. */
final class ClassicCalls {

    private static final int JOIN_WITH_INSTANCES = 5;
    private static final int WITH_INSTANCES = 3;
    private static final int HIGHEST_JOIN = 9;
    private static final int HIGHEST_SYNC = 5;
    private static final int HIGHEST_HEARTBEAT = 4;
    private static final int HIGHEST_LEAVE = 5;

    private final GroupSettings settings;

    ClassicCalls(GroupSettings settings) {
        this.settings = settings;
    }

    private int lowest(int withInstances) {
        return settings.instanceId() == null ? 0 : withInstances;
    }

    Question<JoinGroupResponse> join(
            String memberId,
            Collection<String> topics,
            Collection<TopicPartition> owned,
            int ownedGeneration,
            String reason,
            Answer<JoinGroupResponse> answer,
            Consumer<ClientException> failure) {
        List<JoinGroupRequest.Protocol> protocols =
                settings.assignors().stream()
                        .map(assignor -> protocol(assignor, topics, owned, ownedGeneration))
                        .toList();
        return new Question<>(
                ApiKey.JOIN_GROUP,
                lowest(JOIN_WITH_INSTANCES),
                HIGHEST_JOIN,
                settings.joinTimeoutMs(),
                version ->
                        new JoinGroupRequest(
                                settings.groupId(),
                                settings.sessionTimeoutMs(),
                                settings.maxPollMs(),
                                memberId,
                                settings.instanceId(),
                                ConsumerProtocol.TYPE,
                                protocols,
                                reason),
                answer,
                failure);
    }

    private static JoinGroupRequest.Protocol protocol(
            PartitionAssignor assignor,
            Collection<String> topics,
            Collection<TopicPartition> owned,
            int ownedGeneration) {
        return new JoinGroupRequest.Protocol(
                assignor.name(),
                ConsumerProtocol.subscription(topics, owned, ownedGeneration, assignor.userData()));
    }

    Question<SyncGroupResponse> sync(
            Identity as,
            @Nullable String protocolName,
            List<SyncGroupRequest.Assignment> assignments,
            Answer<SyncGroupResponse> answer,
            Consumer<ClientException> failure) {
        return new Question<>(
                ApiKey.SYNC_GROUP,
                lowest(WITH_INSTANCES),
                HIGHEST_SYNC,
                settings.joinTimeoutMs(),
                version ->
                        new SyncGroupRequest(
                                as.groupId(),
                                as.generation(),
                                as.memberId(),
                                as.instanceId(),
                                ConsumerProtocol.TYPE,
                                protocolName,
                                assignments),
                answer,
                failure);
    }

    Question<HeartbeatResponse> heartbeat(
            Identity as, Answer<HeartbeatResponse> answer, Consumer<ClientException> failure) {
        return new Question<>(
                ApiKey.HEARTBEAT,
                lowest(WITH_INSTANCES),
                HIGHEST_HEARTBEAT,
                settings.requestTimeoutMs(),
                version ->
                        new HeartbeatRequest(
                                as.groupId(), as.generation(), as.memberId(), as.instanceId()),
                answer,
                failure);
    }

    Question<LeaveGroupResponse> leave(
            Identity as,
            String reason,
            Answer<LeaveGroupResponse> answer,
            Consumer<ClientException> failure) {
        return new Question<>(
                ApiKey.LEAVE_GROUP,
                0,
                HIGHEST_LEAVE,
                settings.requestTimeoutMs(),
                version ->
                        version < WITH_INSTANCES
                                ? new LeaveGroupRequest(as.groupId(), as.memberId(), List.of())
                                : new LeaveGroupRequest(
                                        as.groupId(),
                                        "",
                                        List.of(
                                                new LeaveGroupRequest.Member(
                                                        as.memberId(), null, reason))),
                answer,
                failure);
    }
}
