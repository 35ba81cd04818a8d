package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerCommand.MovePartitions;
import dev.moldau.cluster.controller.Move;
import dev.moldau.cluster.controller.PartitionRef;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AlterPartitionReassignmentsRequest;
import dev.moldau.protocol.message.AlterPartitionReassignmentsResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Has the controller move partitions. The answer means that the moves have begun. */
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
        List<Move> moves = moves(request);
        return ControllerErrors.orForAll(
                        services.controller()
                                .submit(
                                        new MovePartitions(
                                                moves, request.allowReplicationFactorChange())),
                        moves,
                        ControllerErrors.ItemError::error)
                .thenApply(errors -> answer(context, request, errors));
    }

    private static List<Move> moves(AlterPartitionReassignmentsRequest request) {
        List<Move> moves = new ArrayList<>();
        for (AlterPartitionReassignmentsRequest.Topic topic : request.topics()) {
            for (AlterPartitionReassignmentsRequest.Partition partition : topic.partitions()) {
                PartitionRef ref = new PartitionRef(topic.name(), partition.partitionIndex());
                moves.add(new Move(ref, partition.replicas()));
            }
        }
        return moves;
    }

    private static AlterPartitionReassignmentsResponse answer(
            RequestContext context,
            AlterPartitionReassignmentsRequest request,
            List<ApiError> errors) {
        Iterator<ApiError> next = errors.iterator();
        List<AlterPartitionReassignmentsResponse.Topic> topics = new ArrayList<>();
        for (AlterPartitionReassignmentsRequest.Topic topic : request.topics()) {
            List<AlterPartitionReassignmentsResponse.Partition> partitions = new ArrayList<>();
            for (AlterPartitionReassignmentsRequest.Partition partition : topic.partitions()) {
                ApiError error = next.next();
                partitions.add(
                        new AlterPartitionReassignmentsResponse.Partition(
                                partition.partitionIndex(), code(context, error), error.message()));
            }
            topics.add(new AlterPartitionReassignmentsResponse.Topic(topic.name(), partitions));
        }
        return new AlterPartitionReassignmentsResponse(
                NO_THROTTLE,
                request.allowReplicationFactorChange(),
                ErrorCode.NONE.code(),
                null,
                topics);
    }
}
