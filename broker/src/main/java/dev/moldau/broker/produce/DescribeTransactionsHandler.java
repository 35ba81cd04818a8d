package dev.moldau.broker.produce;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeTransactionsRequest;
import dev.moldau.protocol.message.DescribeTransactionsResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Describes transactions: none can be begun here, so none is found. */
public final class DescribeTransactionsHandler
        implements ApiHandler<DescribeTransactionsRequest, DescribeTransactionsResponse> {

    @Override
    public ApiKey apiKey() {
        return ApiKey.DESCRIBE_TRANSACTIONS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 0;
    }

    @Override
    public CompletionStage<DescribeTransactionsResponse> handle(
            RequestContext context, DescribeTransactionsRequest request) {
        ErrorCode error = ErrorCode.TRANSACTIONAL_ID_NOT_FOUND;
        return CompletableFuture.completedFuture(
                new DescribeTransactionsResponse(
                        0,
                        request.transactionalIds().stream()
                                .map(
                                        id ->
                                                new DescribeTransactionsResponse.Transaction(
                                                        context.counted(error).code(),
                                                        id,
                                                        "",
                                                        0,
                                                        -1,
                                                        -1,
                                                        (short) -1,
                                                        List.of()))
                                .toList()));
    }
}
