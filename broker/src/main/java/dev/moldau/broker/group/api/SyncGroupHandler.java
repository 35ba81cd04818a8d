package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.SyncCommand;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.SyncGroupRequest;
import dev.moldau.protocol.message.SyncGroupResponse;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** SyncGroup. */
final class SyncGroupHandler extends GroupApi<SyncGroupRequest, SyncGroupResponse> {

    private final GroupCoordinator coordinator;

    SyncGroupHandler(GroupCoordinator coordinator) {
        super(ApiKey.SYNC_GROUP, 5);
        this.coordinator = coordinator;
    }

    @Override
    public CompletionStage<SyncGroupResponse> handle(
            RequestContext context, SyncGroupRequest request) {
        Map<String, ByteBuffer> assignments = new HashMap<>();
        for (SyncGroupRequest.Assignment assignment : request.assignments()) {
            assignments.put(assignment.memberId(), keep(assignment.assignment()));
        }
        SyncCommand command =
                new SyncCommand(
                        request.groupId(),
                        request.memberId(),
                        request.groupInstanceId(),
                        request.generationId(),
                        request.protocolType(),
                        request.protocolName(),
                        assignments);
        return coordinator
                .sync(command)
                .thenApply(
                        result ->
                                new SyncGroupResponse(
                                        0,
                                        code(context, result.error()),
                                        result.protocolType(),
                                        result.protocolName(),
                                        result.assignment()));
    }
}
