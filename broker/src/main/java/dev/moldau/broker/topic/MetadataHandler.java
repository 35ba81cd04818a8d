package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.image.TopicNames;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.ClusterKeys;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Tells which brokers there are and where topics' partitions live. A topic that may be created by
 * asking for it is created, and the answer comes when it serves: the client's next request finds
 * it.
 */
final class MetadataHandler extends VersionedHandler<MetadataRequest, MetadataResponse> {

    private static final int FIRST_VERSION_WHERE_NULL_MEANS_ALL = 1;
    private static final int FIRST_VERSION_BY_ID = 12;
    private static final int FIRST_VERSION_WITH_LISTENER_ERROR = 6;

    private final TopicServices services;
    private final TopicAutoCreation autoCreation;

    MetadataHandler(TopicServices services, TopicAutoCreation autoCreation) {
        super(ApiKey.METADATA, 0, 13);
        this.services = services;
        this.autoCreation = autoCreation;
    }

    @Override
    public CompletionStage<MetadataResponse> handle(
            RequestContext context, MetadataRequest request) {
        List<MetadataRequest.Topic> wanted = wanted(context, request);
        if (wanted == null) {
            return CompletableFuture.completedFuture(
                    respond(context, request, null, services.image(), Map.of()));
        }
        ClusterImage image = services.image();
        Set<String> missing = toCreate(request, wanted, image);
        if (missing.isEmpty()) {
            return CompletableFuture.completedFuture(
                    respond(context, request, wanted, image, Map.of()));
        }
        return autoCreation
                .ensure(missing)
                .thenApply(errors -> respond(context, request, wanted, services.image(), errors));
    }

    /** The topics that are asked for; null for all. */
    private static @Nullable List<MetadataRequest.Topic> wanted(
            RequestContext context, MetadataRequest request) {
        List<MetadataRequest.Topic> topics = request.topics();
        boolean emptyMeansAll = context.apiVersion() < FIRST_VERSION_WHERE_NULL_MEANS_ALL;
        return topics == null || (emptyMeansAll && topics.isEmpty()) ? null : topics;
    }

    private Set<String> toCreate(
            MetadataRequest request, List<MetadataRequest.Topic> wanted, ClusterImage image) {
        if (!request.allowAutoTopicCreation()
                || !services.configs().broker(image).get(ClusterKeys.AUTO_CREATE_TOPICS_ENABLE)) {
            return Set.of();
        }
        Set<String> missing = new LinkedHashSet<>();
        for (MetadataRequest.Topic topic : wanted) {
            String name = topic.name();
            if (name != null
                    && topic.topicId().equals(Uuid.ZERO)
                    && TopicNames.isValid(name)
                    && image.topic(name).isEmpty()) {
                missing.add(name);
            }
        }
        return missing;
    }

    private MetadataResponse respond(
            RequestContext context,
            MetadataRequest request,
            @Nullable List<MetadataRequest.Topic> wanted,
            ClusterImage image,
            Map<String, ApiError> creationErrors) {
        List<Advertised.Address> brokers = Advertised.brokers(image, context.connection(), false);
        TopicDescriber describer =
                new TopicDescriber(
                        context, image, brokers, request.includeTopicAuthorizedOperations());
        List<MetadataResponse.Topic> topics = new ArrayList<>();
        if (wanted == null) {
            image.topics().forEach(topic -> topics.add(describer.describe(topic)));
        } else {
            for (MetadataRequest.Topic topic : wanted) {
                topics.add(describe(context, describer, image, topic, creationErrors));
            }
        }
        return new MetadataResponse(
                NO_THROTTLE,
                brokers.stream().map(MetadataHandler::broker).toList(),
                image.clusterId(),
                image.controllerId(),
                topics,
                request.includeClusterAuthorizedOperations()
                        ? Operations.CLUSTER
                        : Operations.NOT_ASKED,
                ErrorCode.NONE.code());
    }

    private static MetadataResponse.Broker broker(Advertised.Address address) {
        BrokerRegistration broker = address.broker();
        return new MetadataResponse.Broker(
                broker.id(), address.host(), address.port(), broker.rack());
    }

    private static MetadataResponse.Topic describe(
            RequestContext context,
            TopicDescriber describer,
            ClusterImage image,
            MetadataRequest.Topic wanted,
            Map<String, ApiError> creationErrors) {
        String name = wanted.name();
        boolean byId = !wanted.topicId().equals(Uuid.ZERO);
        if ((byId || name == null) && context.apiVersion() < FIRST_VERSION_BY_ID) {
            return describer.unknown(name, wanted.topicId(), ErrorCode.INVALID_REQUEST);
        }
        if (byId) {
            return image.topic(wanted.topicId())
                    .map(describer::describe)
                    .orElseGet(
                            () ->
                                    describer.unknown(
                                            null, wanted.topicId(), ErrorCode.UNKNOWN_TOPIC_ID));
        }
        if (name == null || !TopicNames.isValid(name)) {
            return describer.unknown(name, Uuid.ZERO, ErrorCode.INVALID_TOPIC_EXCEPTION);
        }
        Optional<TopicImage> found = image.topic(name);
        if (found.isPresent()) {
            return describer.describe(found.get());
        }
        ApiError error = creationErrors.get(name);
        // A controller that cannot act just now must not look like "this broker is the wrong one".
        return describer.unknown(
                name,
                Uuid.ZERO,
                error == null || error.code() == ErrorCode.NOT_CONTROLLER
                        ? ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                        : error.code());
    }

    /** Describes topics to one client under one image. */
    private record TopicDescriber(
            RequestContext context,
            ClusterImage image,
            Set<Integer> reachable,
            boolean withOperations) {

        TopicDescriber(
                RequestContext context,
                ClusterImage image,
                List<Advertised.Address> brokers,
                boolean withOperations) {
            this(
                    context,
                    image,
                    Set.copyOf(brokers.stream().map(a -> a.broker().id()).toList()),
                    withOperations);
        }

        MetadataResponse.Topic describe(TopicImage topic) {
            List<MetadataResponse.Partition> partitions =
                    new ArrayList<>(topic.partitions().size());
            for (int index = 0; index < topic.partitions().size(); index++) {
                partitions.add(describe(index, topic.partitions().get(index)));
            }
            return new MetadataResponse.Topic(
                    ErrorCode.NONE.code(),
                    topic.name(),
                    topic.id(),
                    topic.internal(),
                    partitions,
                    withOperations ? Operations.TOPIC : Operations.NOT_ASKED);
        }

        private MetadataResponse.Partition describe(int index, PartitionImage partition) {
            boolean served = reachable.contains(partition.leader());
            List<Integer> replicas = shown(partition.replicas());
            List<Integer> isr = shown(partition.isr());
            boolean complete = replicas.size() == partition.replicas().size();
            ErrorCode error =
                    served
                            ? complete ? ErrorCode.NONE : ErrorCode.REPLICA_NOT_AVAILABLE
                            : leaderless(partition);
            return new MetadataResponse.Partition(
                    code(context, error),
                    index,
                    served ? partition.leader() : PartitionImage.NO_LEADER,
                    partition.leaderEpoch(),
                    replicas,
                    isr,
                    Offline.replicas(image, partition));
        }

        /**
         * Clients of version 0 look each replica up among the brokers of the answer, and some fail
         * where it is not there; later ones know better.
         */
        private List<Integer> shown(List<Integer> ids) {
            return context.apiVersion() > 0 || reachable.containsAll(ids)
                    ? ids
                    : ids.stream().filter(reachable::contains).toList();
        }

        private ErrorCode leaderless(PartitionImage partition) {
            BrokerRegistration leader = image.brokers().get(partition.leader());
            boolean alive = leader != null && leader.alive();
            return alive && context.apiVersion() >= FIRST_VERSION_WITH_LISTENER_ERROR
                    ? ErrorCode.LISTENER_NOT_FOUND
                    : ErrorCode.LEADER_NOT_AVAILABLE;
        }

        MetadataResponse.Topic unknown(@Nullable String name, Uuid id, ErrorCode error) {
            // Versions before 12 cannot say "no name".
            String shown = name == null && context.apiVersion() < FIRST_VERSION_BY_ID ? "" : name;
            return new MetadataResponse.Topic(
                    code(context, error),
                    shown,
                    id,
                    name != null && TopicNames.isInternal(name),
                    List.of(),
                    withOperations ? Operations.TOPIC : Operations.NOT_ASKED);
        }
    }
}
