package dev.moldau.broker.produce;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ListTransactionsRequest;
import dev.moldau.protocol.message.ListTransactionsResponse;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Lists the transactions that this broker coordinates: none can be begun here. */
public final class ListTransactionsHandler
        implements ApiHandler<ListTransactionsRequest, ListTransactionsResponse> {

    private static final Set<String> STATES =
            Set.of(
                    "Empty",
                    "Ongoing",
                    "PrepareCommit",
                    "PrepareAbort",
                    "CompleteCommit",
                    "CompleteAbort",
                    "PrepareEpochFence",
                    "Dead");

    @Override
    public ApiKey apiKey() {
        return ApiKey.LIST_TRANSACTIONS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 2;
    }

    @Override
    public CompletionStage<ListTransactionsResponse> handle(
            RequestContext context, ListTransactionsRequest request) {
        List<String> unknown =
                request.stateFilters().stream().filter(state -> !STATES.contains(state)).toList();
        return CompletableFuture.completedFuture(
                new ListTransactionsResponse(0, ErrorCode.NONE.code(), unknown, List.of()));
    }
}
