package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.UpdateFeaturesRequest;
import dev.moldau.protocol.message.UpdateFeaturesResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Raises or lowers the levels of the cluster's features (KIP-584). This cluster has no feature with
 * a level, so that there is nothing to raise.
 */
final class UpdateFeaturesHandler
        extends VersionedHandler<UpdateFeaturesRequest, UpdateFeaturesResponse> {

    /** From here on the first error stands for all (KIP-1022). */
    private static final int FIRST_VERSION_WITHOUT_RESULTS = 2;

    UpdateFeaturesHandler() {
        super(ApiKey.UPDATE_FEATURES, 0, 2);
    }

    @Override
    public CompletionStage<UpdateFeaturesResponse> handle(
            RequestContext context, UpdateFeaturesRequest request) {
        boolean withResults = context.apiVersion() < FIRST_VERSION_WITHOUT_RESULTS;
        List<UpdateFeaturesResponse.Result> results =
                withResults
                        ? request.featureUpdates().stream()
                                .map(update -> result(context, update))
                                .toList()
                        : List.of();
        ApiError whole =
                withResults || request.featureUpdates().isEmpty()
                        ? ApiError.NONE
                        : unknown(request.featureUpdates().getFirst().feature());
        return CompletableFuture.completedFuture(
                new UpdateFeaturesResponse(
                        NO_THROTTLE, code(context, whole), whole.message(), results));
    }

    private static UpdateFeaturesResponse.Result result(
            RequestContext context, UpdateFeaturesRequest.FeatureUpdate update) {
        ApiError error = unknown(update.feature());
        return new UpdateFeaturesResponse.Result(
                update.feature(), code(context, error), error.message());
    }

    private static ApiError unknown(String feature) {
        return ApiError.of(
                ErrorCode.INVALID_UPDATE_VERSION,
                "There is no feature '"
                        + feature
                        + "' with a level in this cluster; nothing needs to be upgraded.");
    }
}
