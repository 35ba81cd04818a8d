package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.CoordinatorDirectory;
import dev.moldau.broker.group.CoordinatorDirectory.Found;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FindCoordinatorRequest;
import dev.moldau.protocol.message.FindCoordinatorResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** FindCoordinator: one key up to version 3, several since. */
final class FindCoordinatorHandler
        extends GroupApi<FindCoordinatorRequest, FindCoordinatorResponse> {

    private static final int SEVERAL_FROM = 4;
    private static final int SHARE_FROM = 6;
    private static final byte GROUP = 0;
    private static final byte TRANSACTION = 1;
    private static final byte SHARE = 2;

    private final CoordinatorDirectory directory;

    FindCoordinatorHandler(CoordinatorDirectory directory) {
        super(ApiKey.FIND_COORDINATOR, 6);
        this.directory = directory;
    }

    @Override
    public CompletionStage<FindCoordinatorResponse> handle(
            RequestContext context, FindCoordinatorRequest request) {
        if (context.apiVersion() < SEVERAL_FROM) {
            return find(context, request.keyType(), request.key())
                    .thenApply(found -> one(context, found));
        }
        List<CompletableFuture<FindCoordinatorResponse.Coordinator>> all = new ArrayList<>();
        for (String key : request.coordinatorKeys()) {
            all.add(
                    find(context, request.keyType(), key)
                            .thenApply(found -> oneOfSeveral(context, key, found))
                            .toCompletableFuture());
        }
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApply(
                        _ ->
                                new FindCoordinatorResponse(
                                        0,
                                        ErrorCode.NONE.code(),
                                        null,
                                        0,
                                        "",
                                        0,
                                        all.stream().map(CompletableFuture::join).toList()));
    }

    private CompletionStage<Found> find(RequestContext context, byte keyType, String key) {
        return switch (keyType) {
            case GROUP -> directory.find(key, context.connection());
            case TRANSACTION ->
                    CompletableFuture.completedFuture(
                            Found.nobody(
                                    ErrorCode.COORDINATOR_NOT_AVAILABLE,
                                    "This broker does not coordinate transactions yet."));
            case SHARE ->
                    CompletableFuture.completedFuture(
                            context.apiVersion() < SHARE_FROM
                                    ? unknownType(keyType)
                                    : Found.nobody(
                                            ErrorCode.COORDINATOR_NOT_AVAILABLE,
                                            "This broker has no share groups yet."));
            default -> CompletableFuture.completedFuture(unknownType(keyType));
        };
    }

    private static Found unknownType(byte keyType) {
        return Found.nobody(ErrorCode.INVALID_REQUEST, "There is no key type " + keyType + ".");
    }

    private static FindCoordinatorResponse one(RequestContext context, Found found) {
        return new FindCoordinatorResponse(
                0,
                code(context, found.error()),
                found.message(),
                found.brokerId(),
                found.host(),
                found.port(),
                List.of());
    }

    private static FindCoordinatorResponse.Coordinator oneOfSeveral(
            RequestContext context, String key, Found found) {
        return new FindCoordinatorResponse.Coordinator(
                key,
                found.brokerId(),
                found.host(),
                found.port(),
                code(context, found.error()),
                found.message());
    }
}
