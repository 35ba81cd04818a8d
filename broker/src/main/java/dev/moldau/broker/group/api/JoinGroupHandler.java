package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.JoinCommand;
import dev.moldau.broker.group.JoinResult;
import dev.moldau.broker.group.Protocol;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.JoinGroupRequest;
import dev.moldau.protocol.message.JoinGroupResponse;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** JoinGroup. */
final class JoinGroupHandler extends GroupApi<JoinGroupRequest, JoinGroupResponse> {

    private static final int REBALANCE_TIMEOUT_FROM = 1;
    private static final int MEMBER_ID_REQUIRED_FROM = 4;
    private static final int NULL_PROTOCOL_FROM = 7;
    private static final int SKIP_ASSIGNMENT_FROM = 9;

    private final GroupCoordinator coordinator;

    JoinGroupHandler(GroupCoordinator coordinator) {
        super(ApiKey.JOIN_GROUP, 9);
        this.coordinator = coordinator;
    }

    @Override
    public CompletionStage<JoinGroupResponse> handle(
            RequestContext context, JoinGroupRequest request) {
        short version = context.apiVersion();
        List<Protocol> protocols =
                request.protocols().stream()
                        .map(protocol -> new Protocol(protocol.name(), keep(protocol.metadata())))
                        .toList();
        JoinCommand command =
                new JoinCommand(
                        request.groupId(),
                        request.memberId(),
                        request.groupInstanceId(),
                        context.clientIdOrEmpty(),
                        context.clientHost(),
                        request.sessionTimeoutMs(),
                        version < REBALANCE_TIMEOUT_FROM
                                ? request.sessionTimeoutMs()
                                : request.rebalanceTimeoutMs(),
                        request.protocolType(),
                        protocols,
                        version >= MEMBER_ID_REQUIRED_FROM,
                        version >= SKIP_ASSIGNMENT_FROM,
                        request.reason());
        CompletionStage<JoinResult> join = coordinator.join(command);
        context.onAbandon(() -> coordinator.abandonJoin(command.groupId(), join));
        return join.thenApply(result -> response(context, result));
    }

    private static JoinGroupResponse response(RequestContext context, JoinResult result) {
        String protocolName = result.protocolName();
        return new JoinGroupResponse(
                0,
                code(context, result.error()),
                result.generation(),
                result.protocolType(),
                protocolName == null && context.apiVersion() < NULL_PROTOCOL_FROM
                        ? ""
                        : protocolName,
                result.leaderId(),
                result.skipAssignment(),
                result.memberId(),
                result.members().stream()
                        .map(
                                member ->
                                        new JoinGroupResponse.Member(
                                                member.memberId(),
                                                member.instanceId(),
                                                member.metadata()))
                        .toList());
    }
}
