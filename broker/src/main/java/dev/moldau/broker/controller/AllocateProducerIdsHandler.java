package dev.moldau.broker.controller;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand.AllocateProducerIds;
import dev.moldau.cluster.controller.ControllerCommand.ProducerIdBlock;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AllocateProducerIdsRequest;
import dev.moldau.protocol.message.AllocateProducerIdsResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Hands blocks of producer ids to brokers. */
final class AllocateProducerIdsHandler
        extends BrokersOnly<AllocateProducerIdsRequest, AllocateProducerIdsResponse> {

    private final ControllerOffice office;

    AllocateProducerIdsHandler(ControllerOffice office) {
        super(ApiKey.ALLOCATE_PRODUCER_IDS, 0, 0);
        this.office = office;
    }

    @Override
    public CompletionStage<AllocateProducerIdsResponse> handle(
            RequestContext context, AllocateProducerIdsRequest request) {
        Optional<ControllerOffice.Acting> acting = office.acting();
        if (acting.isEmpty()) {
            return CompletableFuture.completedFuture(refused(context, ErrorCode.NOT_CONTROLLER));
        }
        Controller controller = acting.get().controller();
        if (isStale(controller.images().current(), request)) {
            return CompletableFuture.completedFuture(
                    refused(context, ErrorCode.STALE_BROKER_EPOCH));
        }
        return controller
                .submit(new AllocateProducerIds())
                .thenApply(AllocateProducerIdsHandler::granted)
                .exceptionally(failure -> refused(context, unavailable(failure)));
    }

    /** A process that was replaced has no use for them; nor does harm, if it slips through. */
    private static boolean isStale(ClusterImage image, AllocateProducerIdsRequest request) {
        BrokerRegistration broker = image.brokers().get(request.brokerId());
        return broker == null || broker.epoch() != request.brokerEpoch();
    }

    private static AllocateProducerIdsResponse granted(ProducerIdBlock block) {
        return new AllocateProducerIdsResponse(
                NO_THROTTLE, ErrorCode.NONE.code(), block.first(), block.count());
    }

    private static AllocateProducerIdsResponse refused(RequestContext context, ErrorCode error) {
        return new AllocateProducerIdsResponse(NO_THROTTLE, context.counted(error).code(), 0, 0);
    }
}
