package dev.moldau.broker.api;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ApiVersionsRequest;
import dev.moldau.protocol.message.ApiVersionsResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/**
 * Lists what is served. It works before anybody has authenticated and never changes, so the lists
 * are made once: one for everybody, one with what brokers say among themselves.
 *
 * <p>The one feature listed is {@code group.version}: the consumer group protocol (KIP-848) is
 * always on. A client that looks for another finds none and takes the paths that work without. One
 * that expects another cluster or node is told to start over from its bootstrap addresses
 * (KIP-1242).
 */
public final class ApiVersionsHandler
        implements ApiHandler<ApiVersionsRequest, ApiVersionsResponse> {

    static final VersionRange RANGE = new VersionRange(ApiKey.API_VERSIONS, (short) 0, (short) 5);

    /** Features never change, so neither does their epoch. */
    private static final long FEATURES_EPOCH = 0;

    private static final String GROUP_VERSION = "group.version";
    private static final short CONSUMER_PROTOCOL = 1;

    private static final List<ApiVersionsResponse.SupportedFeature> SUPPORTED =
            List.of(
                    new ApiVersionsResponse.SupportedFeature(
                            GROUP_VERSION, CONSUMER_PROTOCOL, CONSUMER_PROTOCOL));

    private static final List<ApiVersionsResponse.FinalizedFeature> FINALIZED =
            List.of(
                    new ApiVersionsResponse.FinalizedFeature(
                            GROUP_VERSION, CONSUMER_PROTOCOL, CONSUMER_PROTOCOL));

    private static final int ANY_NODE = -1;

    /** What KIP-511 allows a client to call itself and its version. */
    private static final Pattern SOFTWARE =
            Pattern.compile("[a-zA-Z0-9](?:[a-zA-Z0-9\\-.]*[a-zA-Z0-9])?");

    private final String clusterId;
    private final int nodeId;
    private final ServedApis served;
    private final List<ApiVersionsResponse.Api> forAll;
    private final List<ApiVersionsResponse.Api> forBrokers;

    /**
     * @param served everything that is served, ApiVersions included
     * @param clusterId this cluster's id
     * @param nodeId this broker's id
     */
    public ApiVersionsHandler(ServedApis served, String clusterId, int nodeId) {
        this.clusterId = clusterId;
        this.nodeId = nodeId;
        this.served = served;
        this.forAll = told(served.toAll());
        this.forBrokers = told(served.toBrokers());
    }

    private static List<ApiVersionsResponse.Api> told(List<VersionRange> ranges) {
        return ranges.stream()
                .map(
                        range ->
                                new ApiVersionsResponse.Api(
                                        range.api().id(), range.lowest(), range.highest()))
                .toList();
    }

    private List<ApiVersionsResponse.Api> apis(String listener) {
        return served.isBetweenBrokers(listener) ? forBrokers : forAll;
    }

    @Override
    public ApiKey apiKey() {
        return RANGE.api();
    }

    @Override
    public short lowestVersion() {
        return RANGE.lowest();
    }

    @Override
    public short highestVersion() {
        return RANGE.highest();
    }

    @Override
    public CompletionStage<ApiVersionsResponse> handle(
            RequestContext context, ApiVersionsRequest request) {
        ErrorCode error = context.counted(check(context.apiVersion(), request));
        return CompletableFuture.completedFuture(
                response(
                        error,
                        error == ErrorCode.INVALID_REQUEST
                                ? List.of()
                                : apis(context.listenerName())));
    }

    @Override
    public Optional<ApiVersionsResponse> failed(
            RequestContext context, ApiVersionsRequest request, ErrorCode error) {
        return Optional.of(response(error, List.of()));
    }

    /**
     * The answer to a version that is newer than ours, to be sent as version 0: the error and
     * everything that is served on the listener, so that the client can choose at once.
     */
    ApiVersionsResponse versionAboveOurs(String listener) {
        return response(ErrorCode.UNSUPPORTED_VERSION, apis(listener));
    }

    private ErrorCode check(short version, ApiVersionsRequest request) {
        if (version >= 3
                && !(SOFTWARE.matcher(request.clientSoftwareName()).matches()
                        && SOFTWARE.matcher(request.clientSoftwareVersion()).matches())) {
            return ErrorCode.INVALID_REQUEST;
        }
        boolean otherCluster =
                request.clusterId() != null && !request.clusterId().equals(clusterId);
        boolean otherNode = request.nodeId() != ANY_NODE && request.nodeId() != nodeId;
        return otherCluster || otherNode ? ErrorCode.REBOOTSTRAP_REQUIRED : ErrorCode.NONE;
    }

    private static ApiVersionsResponse response(
            ErrorCode error, List<ApiVersionsResponse.Api> apis) {
        return new ApiVersionsResponse(
                error.code(), apis, 0, SUPPORTED, FEATURES_EPOCH, FINALIZED, false);
    }
}
