package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ElectLeadersRequest;
import dev.moldau.protocol.message.ElectLeadersResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Elects leaders. With one broker every partition that has a leader has its preferred one, and one
 * that has none has no other to choose.
 */
final class ElectLeadersHandler
        extends VersionedHandler<ElectLeadersRequest, ElectLeadersResponse> {

    private static final byte PREFERRED = 0;
    private static final byte UNCLEAN = 1;

    private final TopicServices services;

    ElectLeadersHandler(TopicServices services) {
        super(ApiKey.ELECT_LEADERS, 0, 2);
        this.services = services;
    }

    @Override
    public CompletionStage<ElectLeadersResponse> handle(
            RequestContext context, ElectLeadersRequest request) {
        return CompletableFuture.completedFuture(answer(context, request));
    }

    private ElectLeadersResponse answer(RequestContext context, ElectLeadersRequest request) {
        byte type = request.electionType();
        if (type != PREFERRED && type != UNCLEAN) {
            return new ElectLeadersResponse(
                    NO_THROTTLE, code(context, ErrorCode.INVALID_REQUEST), List.of());
        }
        List<ElectLeadersResponse.Topic> topics = new ArrayList<>();
        List<ElectLeadersRequest.TopicPartitions> wanted = request.topicPartitions();
        // Whoever asks for all partitions is told of those only for which there was something to
        // do.
        if (wanted != null) {
            ClusterImage image = services.image();
            for (ElectLeadersRequest.TopicPartitions topic : wanted) {
                topics.add(answer(context, image, type, topic));
            }
        }
        return new ElectLeadersResponse(NO_THROTTLE, ErrorCode.NONE.code(), topics);
    }

    private static ElectLeadersResponse.Topic answer(
            RequestContext context,
            ClusterImage image,
            byte type,
            ElectLeadersRequest.TopicPartitions topic) {
        List<ElectLeadersResponse.Partition> partitions = new ArrayList<>();
        for (int index : topic.partitions()) {
            ApiError error =
                    check(image.topic(topic.topic()).flatMap(t -> t.partition(index)), type);
            partitions.add(
                    new ElectLeadersResponse.Partition(
                            index, code(context, error), error.message()));
        }
        return new ElectLeadersResponse.Topic(topic.topic(), partitions);
    }

    private static ApiError check(Optional<PartitionImage> partition, byte type) {
        if (partition.isEmpty()) {
            return ApiError.of(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "There is no such partition.");
        }
        if (partition.get().leader() != PartitionImage.NO_LEADER) {
            return ApiError.of(
                    ErrorCode.ELECTION_NOT_NEEDED, "The leader is the right one already.");
        }
        return type == PREFERRED
                ? ApiError.of(
                        ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE,
                        "The preferred leader is not there; start that broker.")
                : ApiError.of(
                        ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE,
                        "No replica is there to be leader; start a broker that has one.");
    }
}
