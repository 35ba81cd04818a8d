package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.DeleteOffsetsResult;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.Topics;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.OffsetDeleteRequest;
import dev.moldau.protocol.message.OffsetDeleteResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** OffsetDelete. */
final class OffsetDeleteHandler extends GroupApi<OffsetDeleteRequest, OffsetDeleteResponse> {

    private final GroupCoordinator coordinator;
    private final Topics topics;

    OffsetDeleteHandler(GroupCoordinator coordinator, Topics topics) {
        super(ApiKey.OFFSET_DELETE, 0);
        this.coordinator = coordinator;
        this.topics = topics;
    }

    @Override
    public CompletionStage<OffsetDeleteResponse> handle(
            RequestContext context, OffsetDeleteRequest request) {
        List<Boolean> known = new ArrayList<>();
        List<TopicPartition> partitions = new ArrayList<>();
        for (OffsetDeleteRequest.Topic topic : request.topics()) {
            int partitionCount = topics.partitionCount(topic.name());
            for (OffsetDeleteRequest.Partition partition : topic.partitions()) {
                int index = partition.partitionIndex();
                known.add(index >= 0 && index < partitionCount);
                if (known.getLast()) {
                    partitions.add(new TopicPartition(topic.name(), index));
                }
            }
        }
        return coordinator
                .deleteOffsets(request.groupId(), partitions)
                .thenApply(result -> response(context, request, known, result));
    }

    private static OffsetDeleteResponse response(
            RequestContext context,
            OffsetDeleteRequest request,
            List<Boolean> known,
            DeleteOffsetsResult result) {
        if (result.error() != ErrorCode.NONE) {
            return new OffsetDeleteResponse(code(context, result.error()), 0, List.of());
        }
        Iterator<Boolean> isKnown = known.iterator();
        Iterator<ErrorCode> outcome = result.errors().iterator();
        List<OffsetDeleteResponse.Topic> answered = new ArrayList<>(request.topics().size());
        for (OffsetDeleteRequest.Topic topic : request.topics()) {
            List<OffsetDeleteResponse.Partition> partitions = new ArrayList<>();
            for (OffsetDeleteRequest.Partition partition : topic.partitions()) {
                ErrorCode error =
                        isKnown.next() ? outcome.next() : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
                partitions.add(
                        new OffsetDeleteResponse.Partition(
                                partition.partitionIndex(), code(context, error)));
            }
            answered.add(new OffsetDeleteResponse.Topic(topic.name(), partitions));
        }
        return new OffsetDeleteResponse(ErrorCode.NONE.code(), 0, answered);
    }
}
