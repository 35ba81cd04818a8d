package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerCommand.DeleteTopics;
import dev.moldau.cluster.controller.ControllerCommand.TopicDeletion;
import dev.moldau.cluster.controller.ControllerCommand.TopicRef;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DeleteTopicsRequest;
import dev.moldau.protocol.message.DeleteTopicsResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Takes topics away. The answer means that their partitions serve no more. */
final class DeleteTopicsHandler
        extends VersionedHandler<DeleteTopicsRequest, DeleteTopicsResponse> {

    private static final int FIRST_VERSION_BY_ID = 6;
    private static final int FIRST_VERSION_WITH_DISABLED_ERROR = 3;

    private final TopicServices services;

    DeleteTopicsHandler(TopicServices services) {
        super(ApiKey.DELETE_TOPICS, 0, 6);
        this.services = services;
    }

    @Override
    public CompletionStage<DeleteTopicsResponse> handle(
            RequestContext context, DeleteTopicsRequest request) {
        List<TopicRef> wanted =
                context.apiVersion() >= FIRST_VERSION_BY_ID
                        ? request.topics().stream()
                                .map(topic -> new TopicRef(topic.name(), topic.topicId()))
                                .toList()
                        : request.topicNames().stream().map(TopicRef::named).toList();
        CompletableFuture<List<TopicDeletion>> deleted =
                services.controller().submit(new DeleteTopics(wanted));
        return ControllerErrors.orForAll(deleted, wanted, DeleteTopicsHandler::notDone)
                .thenCompose(results -> whenRemoved(context, results, request.timeoutMs()));
    }

    private static TopicDeletion notDone(ControllerErrors.ItemError<TopicRef> failed) {
        TopicRef topic = failed.item();
        return new TopicDeletion(
                topic, Optional.ofNullable(topic.name()), topic.id(), failed.error());
    }

    private CompletionStage<DeleteTopicsResponse> whenRemoved(
            RequestContext context, List<TopicDeletion> results, int timeoutMs) {
        List<CompletionStage<Void>> removals = new ArrayList<>();
        for (TopicDeletion result : results) {
            if (!result.error().failed()) {
                removals.add(
                        services.readiness().removed(result.name().orElseThrow(), result.id()));
            }
        }
        return Waiting.forAll(services.timer(), removals, timeoutMs)
                .thenApply(
                        outcome ->
                                new DeleteTopicsResponse(
                                        NO_THROTTLE,
                                        results.stream()
                                                .map(r -> topic(context, r, outcome))
                                                .toList()));
    }

    private static DeleteTopicsResponse.Topic topic(
            RequestContext context, TopicDeletion result, Waiting.Outcome outcome) {
        ApiError error = result.error();
        // A log that fails while it is closed serves no more either, so that only lateness counts.
        if (!error.failed() && outcome == Waiting.Outcome.LATE) {
            error =
                    ApiError.of(
                            ErrorCode.REQUEST_TIMED_OUT,
                            "The topic is deleted, but its partitions are still being closed.");
        }
        if (error.code() == ErrorCode.TOPIC_DELETION_DISABLED
                && context.apiVersion() < FIRST_VERSION_WITH_DISABLED_ERROR) {
            error = new ApiError(ErrorCode.INVALID_REQUEST, error.message());
        }
        return new DeleteTopicsResponse.Topic(
                result.name().orElse(null), result.id(), code(context, error), error.message());
    }
}
