package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DeleteGroupsRequest;
import dev.moldau.protocol.message.DeleteGroupsResponse;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** DeleteGroups. A group that is named twice is deleted and answered once. */
final class DeleteGroupsHandler extends GroupApi<DeleteGroupsRequest, DeleteGroupsResponse> {

    private final GroupCoordinator coordinator;

    DeleteGroupsHandler(GroupCoordinator coordinator) {
        super(ApiKey.DELETE_GROUPS, 3);
        this.coordinator = coordinator;
    }

    @Override
    public CompletionStage<DeleteGroupsResponse> handle(
            RequestContext context, DeleteGroupsRequest request) {
        List<CompletableFuture<DeleteGroupsResponse.Group>> groups = new ArrayList<>();
        for (String groupId : new LinkedHashSet<>(request.groupsNames())) {
            groups.add(
                    coordinator
                            .deleteGroup(groupId)
                            .thenApply(error -> group(context, groupId, error))
                            .toCompletableFuture());
        }
        return CompletableFuture.allOf(groups.toArray(CompletableFuture[]::new))
                .thenApply(
                        _ ->
                                new DeleteGroupsResponse(
                                        0, groups.stream().map(CompletableFuture::join).toList()));
    }

    private static DeleteGroupsResponse.Group group(
            RequestContext context, String groupId, ErrorCode error) {
        return new DeleteGroupsResponse.Group(
                groupId, code(context, error), error == ErrorCode.NONE ? null : error.meaning());
    }
}
