package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerCommand.UnregisterBroker;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.UnregisterBrokerRequest;
import dev.moldau.protocol.message.UnregisterBrokerResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Takes a broker that has gone for good out of the cluster. */
final class UnregisterBrokerHandler
        extends VersionedHandler<UnregisterBrokerRequest, UnregisterBrokerResponse> {

    private final TopicServices services;

    UnregisterBrokerHandler(TopicServices services) {
        super(ApiKey.UNREGISTER_BROKER, 0, 0);
        this.services = services;
    }

    @Override
    public CompletionStage<UnregisterBrokerResponse> handle(
            RequestContext context, UnregisterBrokerRequest request) {
        CompletableFuture<ApiError> done =
                request.brokerId() == services.nodeId()
                        ? CompletableFuture.completedFuture(
                                ApiError.of(
                                        ErrorCode.INVALID_REQUEST,
                                        "Broker "
                                                + request.brokerId()
                                                + " is the one that answers; stop it first."))
                        : services.controller().submit(new UnregisterBroker(request.brokerId()));
        return done.exceptionally(ControllerErrors::unavailable)
                .thenApply(
                        error ->
                                new UnregisterBrokerResponse(
                                        NO_THROTTLE, code(context, error), error.message()));
    }
}
