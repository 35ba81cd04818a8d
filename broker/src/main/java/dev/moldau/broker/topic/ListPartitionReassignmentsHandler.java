package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ListPartitionReassignmentsRequest;
import dev.moldau.protocol.message.ListPartitionReassignmentsResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Lists partitions that are being moved: none ever are on a broker that is a cluster of its own.
 */
final class ListPartitionReassignmentsHandler
        extends VersionedHandler<
                ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse> {

    ListPartitionReassignmentsHandler() {
        super(ApiKey.LIST_PARTITION_REASSIGNMENTS, 0, 0);
    }

    @Override
    public CompletionStage<ListPartitionReassignmentsResponse> handle(
            RequestContext context, ListPartitionReassignmentsRequest request) {
        return CompletableFuture.completedFuture(
                new ListPartitionReassignmentsResponse(
                        NO_THROTTLE, ErrorCode.NONE.code(), null, List.of()));
    }
}
