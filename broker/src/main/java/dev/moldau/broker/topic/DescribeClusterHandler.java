package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeClusterRequest;
import dev.moldau.protocol.message.DescribeClusterResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Tells which brokers there are and who is controller. */
final class DescribeClusterHandler
        extends VersionedHandler<DescribeClusterRequest, DescribeClusterResponse> {

    private static final byte BROKERS = 1;
    private static final byte CONTROLLERS = 2;

    private final TopicServices services;

    DescribeClusterHandler(TopicServices services) {
        super(ApiKey.DESCRIBE_CLUSTER, 0, 2);
        this.services = services;
    }

    @Override
    public CompletionStage<DescribeClusterResponse> handle(
            RequestContext context, DescribeClusterRequest request) {
        ClusterImage image = services.image();
        ApiError error = check(request.endpointType());
        List<DescribeClusterResponse.Broker> brokers =
                error.failed()
                        ? List.of()
                        : Advertised.brokers(
                                        image, context.connection(), request.includeFencedBrokers())
                                .stream()
                                .map(DescribeClusterHandler::broker)
                                .toList();
        return CompletableFuture.completedFuture(
                new DescribeClusterResponse(
                        NO_THROTTLE,
                        code(context, error),
                        error.message(),
                        request.endpointType(),
                        image.clusterId(),
                        image.controllerId(),
                        brokers,
                        request.includeClusterAuthorizedOperations()
                                ? Operations.CLUSTER
                                : Operations.NOT_ASKED));
    }

    private static ApiError check(byte endpointType) {
        return switch (endpointType) {
            case BROKERS -> ApiError.NONE;
            case CONTROLLERS ->
                    ApiError.of(
                            ErrorCode.MISMATCHED_ENDPOINT_TYPE,
                            "This is a broker's address; the request is for a controller's. Use"
                                    + " bootstrap servers, not bootstrap controllers.");
            default ->
                    ApiError.of(
                            ErrorCode.UNSUPPORTED_ENDPOINT_TYPE,
                            "There is no kind of address with the number " + endpointType + ".");
        };
    }

    private static DescribeClusterResponse.Broker broker(Advertised.Address address) {
        return new DescribeClusterResponse.Broker(
                address.broker().id(),
                address.host(),
                address.port(),
                address.broker().rack(),
                !address.broker().alive());
    }
}
