package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.GenerationRecord;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.GroupDescription;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeGroupsRequest;
import dev.moldau.protocol.message.DescribeGroupsResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** DescribeGroups. Up to version 5 a group that does not exist is a dead one without error. */
final class DescribeGroupsHandler extends GroupApi<DescribeGroupsRequest, DescribeGroupsResponse> {

    private static final int NOT_FOUND_FROM = 6;

    /** Says that nobody asked for the operations. */
    static final int NOT_ASKED = Integer.MIN_VALUE;

    /** Read, delete, describe, describe and alter configs: all there are, without authorizer. */
    static final int ALL_OPERATIONS = 1 << 3 | 1 << 6 | 1 << 8 | 1 << 10 | 1 << 11;

    private final GroupCoordinator coordinator;
    private final GenerationsAsked generations;

    DescribeGroupsHandler(GroupCoordinator coordinator) {
        super(ApiKey.DESCRIBE_GROUPS, 6);
        this.coordinator = coordinator;
        this.generations = new GenerationsAsked(coordinator);
    }

    @Override
    public CompletionStage<DescribeGroupsResponse> handle(
            RequestContext context, DescribeGroupsRequest request) {
        int operations = request.includeAuthorizedOperations() ? ALL_OPERATIONS : NOT_ASKED;
        List<CompletableFuture<DescribeGroupsResponse.Group>> groups = new ArrayList<>();
        for (String groupId : request.groups()) {
            groups.add(
                    coordinator
                            .describe(groupId)
                            .thenCombine(
                                    generations.of(groupId, request.includeGenerations()),
                                    (group, why) -> group(context, group, operations, why))
                            .toCompletableFuture());
        }
        return CompletableFuture.allOf(groups.toArray(CompletableFuture[]::new))
                .thenApply(
                        _ ->
                                new DescribeGroupsResponse(
                                        0, groups.stream().map(CompletableFuture::join).toList()));
    }

    private static DescribeGroupsResponse.Group group(
            RequestContext context,
            GroupDescription group,
            int operations,
            List<GenerationRecord> why) {
        ErrorCode error = group.error();
        @Nullable String message = null;
        if (error == ErrorCode.GROUP_ID_NOT_FOUND) {
            if (context.apiVersion() < NOT_FOUND_FROM) {
                error = ErrorCode.NONE;
            } else {
                message = "There is no classic group " + group.groupId() + ".";
            }
        }
        return new DescribeGroupsResponse.Group(
                code(context, error),
                message,
                group.groupId(),
                error == ErrorCode.NONE || message != null ? group.state() : "",
                group.protocolType(),
                group.protocolName(),
                group.members().stream().map(DescribeGroupsHandler::member).toList(),
                error == ErrorCode.NONE ? operations : NOT_ASKED,
                why.stream().map(DescribeGroupsHandler::generation).toList());
    }

    private static DescribeGroupsResponse.Member member(GroupDescription.Member member) {
        return new DescribeGroupsResponse.Member(
                member.memberId(),
                member.instanceId(),
                member.clientId(),
                member.clientHost(),
                member.metadata(),
                member.assignment());
    }

    private static DescribeGroupsResponse.Generation generation(GenerationRecord record) {
        return new DescribeGroupsResponse.Generation(
                record.generation(),
                record.reason(),
                record.members(),
                record.beganWallMs(),
                record.joinMs(),
                record.syncMs());
    }
}
