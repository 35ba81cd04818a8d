package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AlterPartitionReassignmentsRequest;
import dev.moldau.protocol.message.AlterPartitionReassignmentsResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Moves partitions. A broker that is a cluster of its own has nowhere to move them: the place where
 * they are is fine, any other is refused, and there is never a move to take back.
 */
final class AlterPartitionReassignmentsHandler
        extends VersionedHandler<
                AlterPartitionReassignmentsRequest, AlterPartitionReassignmentsResponse> {

    private final TopicServices services;

    AlterPartitionReassignmentsHandler(TopicServices services) {
        super(ApiKey.ALTER_PARTITION_REASSIGNMENTS, 0, 1);
        this.services = services;
    }

    @Override
    public CompletionStage<AlterPartitionReassignmentsResponse> handle(
            RequestContext context, AlterPartitionReassignmentsRequest request) {
        ClusterImage image = services.image();
        List<AlterPartitionReassignmentsResponse.Topic> topics =
                request.topics().stream().map(topic -> answer(context, image, topic)).toList();
        return CompletableFuture.completedFuture(
                new AlterPartitionReassignmentsResponse(
                        NO_THROTTLE,
                        request.allowReplicationFactorChange(),
                        ErrorCode.NONE.code(),
                        null,
                        topics));
    }

    private static AlterPartitionReassignmentsResponse.Topic answer(
            RequestContext context,
            ClusterImage image,
            AlterPartitionReassignmentsRequest.Topic topic) {
        Optional<TopicImage> found = image.topic(topic.name());
        return new AlterPartitionReassignmentsResponse.Topic(
                topic.name(),
                topic.partitions().stream()
                        .map(
                                partition -> {
                                    ApiError error = check(found, partition);
                                    return new AlterPartitionReassignmentsResponse.Partition(
                                            partition.partitionIndex(),
                                            code(context, error),
                                            error.message());
                                })
                        .toList());
    }

    private static ApiError check(
            Optional<TopicImage> topic, AlterPartitionReassignmentsRequest.Partition wanted) {
        Optional<PartitionImage> partition =
                topic.flatMap(t -> t.partition(wanted.partitionIndex()));
        if (partition.isEmpty()) {
            return ApiError.of(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "There is no such partition.");
        }
        List<Integer> replicas = wanted.replicas();
        if (replicas == null) {
            return ApiError.of(
                    ErrorCode.NO_REASSIGNMENT_IN_PROGRESS,
                    "The partition is not being moved, so that there is nothing to take back.");
        }
        if (replicas.equals(partition.get().replicas())) {
            return ApiError.NONE;
        }
        return ApiError.of(
                ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                "The partition is on broker(s) "
                        + partition.get().replicas()
                        + ", the only one(s) of this cluster; it cannot move to "
                        + replicas
                        + ".");
    }
}
