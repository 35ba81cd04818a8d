package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.ConsumerHeartbeatCommand;
import dev.moldau.broker.group.ConsumerHeartbeatResult;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatRequest;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** ConsumerGroupHeartbeat. In version 0 the broker makes the member's id, since then the client. */
final class ConsumerGroupHeartbeatHandler
        extends GroupApi<ConsumerGroupHeartbeatRequest, ConsumerGroupHeartbeatResponse> {

    private static final int CLIENT_MAKES_ID_FROM = 1;

    private final GroupCoordinator coordinator;

    ConsumerGroupHeartbeatHandler(GroupCoordinator coordinator) {
        super(ApiKey.CONSUMER_GROUP_HEARTBEAT, 1);
        this.coordinator = coordinator;
    }

    @Override
    public CompletionStage<ConsumerGroupHeartbeatResponse> handle(
            RequestContext context, ConsumerGroupHeartbeatRequest request) {
        if (request.memberId().isEmpty() && context.apiVersion() >= CLIENT_MAKES_ID_FROM) {
            return CompletableFuture.completedFuture(
                    response(context, invalid("The client makes the member id.")));
        }
        if (namesNegativePartition(request.topicPartitions())) {
            return CompletableFuture.completedFuture(
                    response(context, invalid("A partition has a negative number.")));
        }
        return coordinator
                .heartbeat(command(context, request))
                .thenApply(result -> response(context, result));
    }

    private static ConsumerHeartbeatResult invalid(String message) {
        return ConsumerHeartbeatResult.failed(ErrorCode.INVALID_REQUEST, message);
    }

    private static ConsumerHeartbeatCommand command(
            RequestContext context, ConsumerGroupHeartbeatRequest request) {
        List<String> topics = request.subscribedTopicNames();
        return new ConsumerHeartbeatCommand(
                request.groupId(),
                request.memberId(),
                request.memberEpoch(),
                request.instanceId(),
                request.rackId(),
                context.clientIdOrEmpty(),
                context.clientHost(),
                request.rebalanceTimeoutMs(),
                topics == null ? null : new HashSet<>(topics),
                request.subscribedTopicRegex(),
                request.serverAssignor(),
                owned(request.topicPartitions()));
    }

    private static boolean namesNegativePartition(
            @Nullable List<ConsumerGroupHeartbeatRequest.TopicPartitions> topics) {
        return topics != null
                && topics.stream()
                        .flatMap(topic -> topic.partitions().stream())
                        .anyMatch(partition -> partition < 0);
    }

    private static @Nullable PartitionSet owned(
            @Nullable List<ConsumerGroupHeartbeatRequest.TopicPartitions> topics) {
        if (topics == null) {
            return null;
        }
        PartitionSet.Builder owned = PartitionSet.builder();
        for (ConsumerGroupHeartbeatRequest.TopicPartitions topic : topics) {
            topic.partitions().forEach(partition -> owned.add(topic.topicId(), partition));
        }
        return owned.build();
    }

    private static ConsumerGroupHeartbeatResponse response(
            RequestContext context, ConsumerHeartbeatResult result) {
        PartitionSet assignment = result.assignment();
        return new ConsumerGroupHeartbeatResponse(
                0,
                code(context, result.error()),
                result.message(),
                result.memberId(),
                result.memberEpoch(),
                result.heartbeatIntervalMs(),
                assignment == null ? null : assignment(assignment));
    }

    private static ConsumerGroupHeartbeatResponse.Assignment assignment(PartitionSet partitions) {
        List<ConsumerGroupHeartbeatResponse.TopicPartitions> topics = new ArrayList<>();
        for (Uuid topicId : partitions.topics()) {
            topics.add(
                    new ConsumerGroupHeartbeatResponse.TopicPartitions(
                            topicId,
                            Arrays.stream(partitions.partitions(topicId)).boxed().toList()));
        }
        return new ConsumerGroupHeartbeatResponse.Assignment(topics);
    }
}
