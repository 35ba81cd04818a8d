package dev.moldau.broker.controller;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.broker.topic.Advertised;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.image.ImageVersion;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeQuorumRequest;
import dev.moldau.protocol.message.DescribeQuorumResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells tools that ask for a metadata quorum what stands in its place: the controller as its
 * leader, the brokers that are there as its voters, since each of them may be elected, and the
 * changes of the image as its log. What the controller does not know of a broker is -1.
 */
public final class DescribeQuorumHandler
        extends VersionedHandler<DescribeQuorumRequest, DescribeQuorumResponse> {

    private static final String METADATA_TOPIC = "__cluster_metadata";
    private static final long UNKNOWN = -1;

    private final ImageSource images;
    private final Supplier<Map<Integer, Long>> versions;
    private final ErrorCode refused;

    private DescribeQuorumHandler(
            ImageSource images, Supplier<Map<Integer, Long>> versions, ErrorCode refused) {
        super(ApiKey.DESCRIBE_QUORUM, 0, 2);
        this.images = images;
        this.versions = versions;
        this.refused = refused;
    }

    /** Answers on a broker that is a cluster of its own. */
    public static DescribeQuorumHandler alone(ImageSource images) {
        return new DescribeQuorumHandler(images, Map::of, ErrorCode.NONE);
    }

    /** Answers on the controller; other brokers hand requests on to it. */
    public static DescribeQuorumHandler of(ControllerOffice office, ImageSource images) {
        return new DescribeQuorumHandler(
                images,
                () -> office.acting().map(acting -> acting.followers().versions()).orElse(Map.of()),
                ErrorCode.NONE);
    }

    /** Answers while there is no controller. */
    public static DescribeQuorumHandler refusing(ImageSource images, ErrorCode error) {
        return new DescribeQuorumHandler(images, Map::of, error);
    }

    @Override
    public CompletionStage<DescribeQuorumResponse> handle(
            RequestContext context, DescribeQuorumRequest request) {
        ErrorCode error = context.counted(refused);
        return CompletableFuture.completedFuture(
                error == ErrorCode.NONE
                        ? described(context, request, images.current())
                        : new DescribeQuorumResponse(
                                error.code(), "No controller answers.", List.of(), List.of()));
    }

    private DescribeQuorumResponse described(
            RequestContext context, DescribeQuorumRequest request, ClusterImage image) {
        List<DescribeQuorumResponse.Topic> topics =
                request.topics().stream()
                        .map(
                                topic ->
                                        new DescribeQuorumResponse.Topic(
                                                topic.topicName(),
                                                topic.partitions().stream()
                                                        .map(
                                                                asked ->
                                                                        partition(
                                                                                context,
                                                                                image,
                                                                                topic.topicName(),
                                                                                asked
                                                                                        .partitionIndex()))
                                                        .toList()))
                        .toList();
        List<DescribeQuorumResponse.Node> nodes =
                image.aliveBrokers().stream().map(broker -> node(broker, context)).toList();
        return new DescribeQuorumResponse(ErrorCode.NONE.code(), null, topics, nodes);
    }

    private DescribeQuorumResponse.Partition partition(
            RequestContext context, ClusterImage image, String topic, int index) {
        if (!topic.equals(METADATA_TOPIC) || index != 0) {
            return partition(
                    index,
                    context.counted(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION),
                    "Only " + METADATA_TOPIC + "-0 is described.",
                    image,
                    List.of());
        }
        Map<Integer, Long> known = versions.get();
        List<DescribeQuorumResponse.Replica> voters =
                image.aliveBrokers().stream()
                        .map(broker -> replica(broker.id(), image, known))
                        .toList();
        return partition(index, ErrorCode.NONE, null, image, voters);
    }

    private static DescribeQuorumResponse.Partition partition(
            int index,
            ErrorCode error,
            @Nullable String message,
            ClusterImage image,
            List<DescribeQuorumResponse.Replica> voters) {
        return new DescribeQuorumResponse.Partition(
                index,
                error.code(),
                message,
                image.controllerId(),
                ImageVersion.controllerEpoch(image.version()),
                ImageVersion.change(image.version()),
                voters,
                List.of());
    }

    private static DescribeQuorumResponse.Replica replica(
            int id, ClusterImage image, Map<Integer, Long> known) {
        long version =
                id == image.controllerId()
                        ? image.version()
                        : known.getOrDefault(id, ImageVersion.NONE);
        boolean ofThisController =
                ImageVersion.controllerEpoch(version)
                        == ImageVersion.controllerEpoch(image.version());
        return new DescribeQuorumResponse.Replica(
                id,
                Uuid.ZERO,
                ofThisController ? ImageVersion.change(version) : UNKNOWN,
                UNKNOWN,
                UNKNOWN);
    }

    private static DescribeQuorumResponse.Node node(
            BrokerRegistration broker, RequestContext context) {
        List<DescribeQuorumResponse.Listener> listeners =
                Advertised.address(broker, context.connection())
                        .map(
                                at ->
                                        new DescribeQuorumResponse.Listener(
                                                context.connection().listenerName(),
                                                at.host(),
                                                at.port()))
                        .map(List::of)
                        .orElse(List.of());
        return new DescribeQuorumResponse.Node(broker.id(), listeners);
    }
}
