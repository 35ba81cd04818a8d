package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.LeaveCommand;
import dev.moldau.broker.group.LeaveResult;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.LeaveGroupRequest;
import dev.moldau.protocol.message.LeaveGroupResponse;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** LeaveGroup: one member up to version 2, several since. */
final class LeaveGroupHandler extends GroupApi<LeaveGroupRequest, LeaveGroupResponse> {

    private static final int SEVERAL_FROM = 3;

    private final GroupCoordinator coordinator;

    LeaveGroupHandler(GroupCoordinator coordinator) {
        super(ApiKey.LEAVE_GROUP, 5);
        this.coordinator = coordinator;
    }

    @Override
    public CompletionStage<LeaveGroupResponse> handle(
            RequestContext context, LeaveGroupRequest request) {
        boolean several = context.apiVersion() >= SEVERAL_FROM;
        List<LeaveCommand.Leaving> leaving =
                several
                        ? request.members().stream().map(LeaveGroupHandler::leaving).toList()
                        : List.of(new LeaveCommand.Leaving(request.memberId(), null, null));
        return coordinator
                .leave(new LeaveCommand(request.groupId(), leaving))
                .thenApply(
                        result ->
                                several ? severalLeft(context, result) : oneLeft(context, result));
    }

    private static LeaveCommand.Leaving leaving(LeaveGroupRequest.Member member) {
        return new LeaveCommand.Leaving(
                member.memberId(), member.groupInstanceId(), member.reason());
    }

    private static LeaveGroupResponse severalLeft(RequestContext context, LeaveResult result) {
        return new LeaveGroupResponse(
                0,
                code(context, result.error()),
                result.members().stream()
                        .map(
                                left ->
                                        new LeaveGroupResponse.Member(
                                                left.memberId(),
                                                left.instanceId(),
                                                code(context, left.error())))
                        .toList());
    }

    private static LeaveGroupResponse oneLeft(RequestContext context, LeaveResult result) {
        ErrorCode error =
                result.members().isEmpty() ? result.error() : result.members().getFirst().error();
        return new LeaveGroupResponse(0, code(context, error), List.of());
    }
}
