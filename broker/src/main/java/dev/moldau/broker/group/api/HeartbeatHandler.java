package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.HeartbeatCommand;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.HeartbeatRequest;
import dev.moldau.protocol.message.HeartbeatResponse;
import java.util.concurrent.CompletionStage;

/** Heartbeat of classic groups. */
final class HeartbeatHandler extends GroupApi<HeartbeatRequest, HeartbeatResponse> {

    private final GroupCoordinator coordinator;

    HeartbeatHandler(GroupCoordinator coordinator) {
        super(ApiKey.HEARTBEAT, 4);
        this.coordinator = coordinator;
    }

    @Override
    public CompletionStage<HeartbeatResponse> handle(
            RequestContext context, HeartbeatRequest request) {
        HeartbeatCommand command =
                new HeartbeatCommand(
                        request.groupId(),
                        request.memberId(),
                        request.groupInstanceId(),
                        request.generationId());
        return coordinator
                .heartbeat(command)
                .thenApply(error -> new HeartbeatResponse(0, code(context, error)));
    }
}
