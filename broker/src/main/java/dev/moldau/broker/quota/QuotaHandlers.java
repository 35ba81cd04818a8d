package dev.moldau.broker.quota;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.ImmediateHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AlterClientQuotasRequest;
import dev.moldau.protocol.message.AlterClientQuotasResponse;
import dev.moldau.protocol.message.DescribeClientQuotasRequest;
import dev.moldau.protocol.message.DescribeClientQuotasResponse;
import java.util.List;

/** All handlers of this package, for the composition root. */
public final class QuotaHandlers {

    private static final String NO_QUOTAS =
            "This broker has no client quotas and cannot hold clients to any.";

    private QuotaHandlers() {}

    /** The handlers. */
    public static List<ApiHandler<?, ?>> all() {
        return List.of(
                ImmediateHandler.of(ApiKey.DESCRIBE_CLIENT_QUOTAS, 0, 1, QuotaHandlers::describe),
                ImmediateHandler.of(ApiKey.ALTER_CLIENT_QUOTAS, 0, 1, QuotaHandlers::alterAll));
    }

    private static DescribeClientQuotasResponse describe(
            RequestContext context, DescribeClientQuotasRequest request) {
        return new DescribeClientQuotasResponse(0, ErrorCode.NONE.code(), null, List.of());
    }

    private static AlterClientQuotasResponse alterAll(
            RequestContext context, AlterClientQuotasRequest request) {
        return new AlterClientQuotasResponse(
                0, request.entries().stream().map(entry -> alter(context, entry)).toList());
    }

    /** To take away a quota that is not there is no error. */
    private static AlterClientQuotasResponse.Entry alter(
            RequestContext context, AlterClientQuotasRequest.Entry entry) {
        boolean onlyRemoves = entry.ops().stream().allMatch(AlterClientQuotasRequest.Op::remove);
        ErrorCode error = onlyRemoves ? ErrorCode.NONE : ErrorCode.INVALID_REQUEST;
        return new AlterClientQuotasResponse.Entry(
                context.counted(error).code(),
                onlyRemoves ? null : NO_QUOTAS,
                entry.entity().stream()
                        .map(
                                e ->
                                        new AlterClientQuotasResponse.Entity(
                                                e.entityType(), e.entityName()))
                        .toList());
    }
}
