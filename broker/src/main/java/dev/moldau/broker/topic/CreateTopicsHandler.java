package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.TopicCreation;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.common.config.ConfigEntry;
import dev.moldau.common.config.TopicConfig;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Makes topics. The answer means that their partitions serve. */
final class CreateTopicsHandler
        extends VersionedHandler<CreateTopicsRequest, CreateTopicsResponse> {

    private final TopicServices services;

    CreateTopicsHandler(TopicServices services) {
        super(ApiKey.CREATE_TOPICS, 0, 7);
        this.services = services;
    }

    @Override
    public CompletionStage<CreateTopicsResponse> handle(
            RequestContext context, CreateTopicsRequest request) {
        List<NewTopic> wanted = new ArrayList<>();
        List<TopicCreation> malformed = new ArrayList<>();
        for (CreateTopicsRequest.Topic topic : request.topics()) {
            Optional<ApiError> problem = problem(topic);
            if (problem.isPresent()) {
                malformed.add(TopicCreation.failed(topic.name(), problem.get()));
            } else {
                wanted.add(translate(topic));
            }
        }
        CompletableFuture<List<TopicCreation>> created =
                services.controller().submit(new CreateTopics(wanted, request.validateOnly()));
        return ControllerErrors.orForAll(created, wanted, CreateTopicsHandler::notMade)
                .thenCompose(results -> whenServing(results, request))
                .thenApply(results -> respond(context, results, malformed));
    }

    private static TopicCreation notMade(ControllerErrors.ItemError<NewTopic> failed) {
        return TopicCreation.failed(failed.item().name(), failed.error());
    }

    private static Optional<ApiError> problem(CreateTopicsRequest.Topic topic) {
        long partitions =
                topic.assignments().stream()
                        .map(CreateTopicsRequest.Assignment::partitionIndex)
                        .distinct()
                        .count();
        if (partitions != topic.assignments().size()) {
            return Optional.of(
                    ApiError.of(
                            ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                            "The assignment names a partition more than once."));
        }
        long keys =
                topic.configs().stream().map(CreateTopicsRequest.Config::name).distinct().count();
        return keys == topic.configs().size()
                ? Optional.empty()
                : Optional.of(
                        ApiError.of(
                                ErrorCode.INVALID_REQUEST,
                                "The request names a setting of the topic more than once."));
    }

    private static NewTopic translate(CreateTopicsRequest.Topic topic) {
        Map<Integer, List<Integer>> assignment = new HashMap<>();
        topic.assignments().forEach(a -> assignment.put(a.partitionIndex(), a.brokerIds()));
        Map<String, @Nullable String> configs = new LinkedHashMap<>();
        topic.configs().forEach(c -> configs.put(c.name(), c.value()));
        return new NewTopic(
                topic.name(),
                topic.numPartitions(),
                topic.replicationFactor(),
                assignment,
                configs);
    }

    private CompletionStage<List<TopicCreation>> whenServing(
            List<TopicCreation> results, CreateTopicsRequest request) {
        if (request.validateOnly()) {
            return CompletableFuture.completedFuture(results);
        }
        ClusterImage image = services.image();
        List<CompletionStage<TopicCreation>> waits = new ArrayList<>();
        for (TopicCreation result : results) {
            waits.add(whenServing(image, result, request.timeoutMs()));
        }
        CompletableFuture<?>[] all =
                waits.stream()
                        .map(CompletionStage::toCompletableFuture)
                        .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(all)
                .thenApply(
                        done -> waits.stream().map(w -> w.toCompletableFuture().join()).toList());
    }

    private CompletionStage<TopicCreation> whenServing(
            ClusterImage image, TopicCreation result, int timeoutMs) {
        if (result.error().failed()) {
            return CompletableFuture.completedFuture(result);
        }
        List<CompletionStage<Void>> serving =
                image.topic(result.id()).map(services.readiness()::serving).stream().toList();
        return Waiting.forAll(services.timer(), serving, timeoutMs)
                .thenApply(
                        outcome ->
                                switch (outcome) {
                                    case DONE -> result;
                                    case LATE ->
                                            TopicCreation.failed(
                                                    result.name(),
                                                    ApiError.of(
                                                            ErrorCode.REQUEST_TIMED_OUT,
                                                            "The topic is made, but its partitions"
                                                                    + " do not serve yet after "
                                                                    + timeoutMs
                                                                    + " ms."));
                                    case FAILED ->
                                            TopicCreation.failed(
                                                    result.name(),
                                                    ApiError.of(
                                                            ErrorCode.KAFKA_STORAGE_ERROR,
                                                            "The topic is made, but a partition's"
                                                                    + " log cannot be opened; the"
                                                                    + " broker's log says why."));
                                });
    }

    private CreateTopicsResponse respond(
            RequestContext context, List<TopicCreation> results, List<TopicCreation> malformed) {
        Map<String, CreateTopicsResponse.Topic> byName = new LinkedHashMap<>();
        results.forEach(result -> byName.put(result.name(), topic(context, result)));
        malformed.forEach(result -> byName.put(result.name(), topic(context, result)));
        return new CreateTopicsResponse(NO_THROTTLE, List.copyOf(byName.values()));
    }

    private CreateTopicsResponse.Topic topic(RequestContext context, TopicCreation result) {
        boolean failed = result.error().failed();
        return new CreateTopicsResponse.Topic(
                result.name(),
                result.id(),
                code(context, result.error()),
                result.error().message(),
                ErrorCode.NONE.code(),
                result.partitions(),
                (short) result.replicationFactor(),
                failed ? List.of() : configs(result.configs()));
    }

    private List<CreateTopicsResponse.Config> configs(Map<String, String> overrides) {
        TopicConfig config = TopicConfig.of(services.configs().broker(services.image()), overrides);
        List<CreateTopicsResponse.Config> described = new ArrayList<>();
        for (ConfigEntry entry : config.describe()) {
            described.add(
                    new CreateTopicsResponse.Config(
                            entry.key().name(),
                            entry.value(),
                            entry.readOnly(),
                            entry.source().id(),
                            entry.key().sensitive()));
        }
        return described;
    }
}
