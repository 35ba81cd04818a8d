package dev.moldau.broker.controller;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.propagation.FeedAnswer;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FollowImageRequest;
import dev.moldau.protocol.message.FollowImageResponse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Tells brokers what changed in the cluster, as soon as something has. */
final class FollowImageHandler extends BrokersOnly<FollowImageRequest, FollowImageResponse> {

    /** Nobody waits longer, whatever he asks: whoever died unnoticed is forgotten after that. */
    private static final int LONGEST_WAIT_MS = 60_000;

    private final ControllerOffice office;
    private final ImageSource images;

    /**
     * @param images what this broker knows, to name the controller to whoever is wrong here
     */
    FollowImageHandler(ControllerOffice office, ImageSource images) {
        super(ApiKey.FOLLOW_IMAGE, 0, 0);
        this.office = office;
        this.images = images;
    }

    /** A poll has no bytes, and waits for long. */
    @Override
    public boolean keepsFrame() {
        return false;
    }

    @Override
    public CompletionStage<FollowImageResponse> handle(
            RequestContext context, FollowImageRequest request) {
        Optional<ControllerOffice.Acting> acting = office.acting();
        if (acting.isEmpty()) {
            return CompletableFuture.completedFuture(notController(context));
        }
        acting.get().followers().asked(request.brokerId(), request.knownVersion());
        acting.get()
                .cleared()
                .add(request.brokerId(), request.brokerEpoch(), request.clearedTopics());
        CompletableFuture<FeedAnswer> answer =
                acting.get()
                        .feed()
                        .since(
                                request.knownVersion(),
                                Math.clamp(request.maxWaitMs(), 0, LONGEST_WAIT_MS));
        context.onAbandon(() -> answer.complete(FeedAnswer.NotController.INSTANCE));
        return answer.thenApply(found -> response(context, found));
    }

    private FollowImageResponse response(RequestContext context, FeedAnswer answer) {
        return switch (answer) {
            case FeedAnswer.NotController none -> notController(context);
            case FeedAnswer.Changes(var version, var deltas) ->
                    new FollowImageResponse(
                            ErrorCode.NONE.code(),
                            images.current().controllerId(),
                            version,
                            deltas.stream().map(FollowImageResponse.Change::new).toList());
        };
    }

    private FollowImageResponse notController(RequestContext context) {
        return FollowImageResponse.error(
                context.counted(ErrorCode.NOT_CONTROLLER), images.current().controllerId());
    }
}
