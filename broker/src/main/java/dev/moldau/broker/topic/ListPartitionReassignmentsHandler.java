package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ListPartitionReassignmentsRequest;
import dev.moldau.protocol.message.ListPartitionReassignmentsResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/** Lists partitions that are being moved, as the image shows them; others are left out. */
final class ListPartitionReassignmentsHandler
        extends VersionedHandler<
                ListPartitionReassignmentsRequest, ListPartitionReassignmentsResponse> {

    private final TopicServices services;

    ListPartitionReassignmentsHandler(TopicServices services) {
        super(ApiKey.LIST_PARTITION_REASSIGNMENTS, 0, 0);
        this.services = services;
    }

    @Override
    public CompletionStage<ListPartitionReassignmentsResponse> handle(
            RequestContext context, ListPartitionReassignmentsRequest request) {
        return CompletableFuture.completedFuture(
                new ListPartitionReassignmentsResponse(
                        NO_THROTTLE, ErrorCode.NONE.code(), null, moving(request)));
    }

    private List<ListPartitionReassignmentsResponse.Topic> moving(
            ListPartitionReassignmentsRequest request) {
        ClusterImage image = services.image();
        List<ListPartitionReassignmentsRequest.Topic> wanted = request.topics();
        List<ListPartitionReassignmentsResponse.Topic> topics = new ArrayList<>();
        if (wanted == null) {
            for (TopicImage topic : image.topics()) {
                addMoving(topics, topic, IntStream.range(0, topic.partitions().size()));
            }
        } else {
            for (ListPartitionReassignmentsRequest.Topic one : wanted) {
                Optional<TopicImage> topic = image.topic(one.name());
                topic.ifPresent(
                        t ->
                                addMoving(
                                        topics,
                                        t,
                                        one.partitionIndexes().stream().mapToInt(i -> i)));
            }
        }
        return topics;
    }

    private static void addMoving(
            List<ListPartitionReassignmentsResponse.Topic> topics,
            TopicImage topic,
            IntStream indexes) {
        List<ListPartitionReassignmentsResponse.Partition> partitions =
                indexes.filter(i -> topic.partition(i).map(PartitionImage::moving).orElse(false))
                        .mapToObj(i -> described(i, topic.partitions().get(i)))
                        .toList();
        if (!partitions.isEmpty()) {
            topics.add(new ListPartitionReassignmentsResponse.Topic(topic.name(), partitions));
        }
    }

    private static ListPartitionReassignmentsResponse.Partition described(
            int index, PartitionImage partition) {
        return new ListPartitionReassignmentsResponse.Partition(
                index,
                partition.replicas(),
                partition.addingReplicas(),
                partition.removingReplicas());
    }
}
