package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerCommand.CreatePartitions;
import dev.moldau.cluster.controller.ControllerCommand.MorePartitions;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.CreatePartitionsRequest;
import dev.moldau.protocol.message.CreatePartitionsResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Gives topics more partitions. The answer means that they serve. */
final class CreatePartitionsHandler
        extends VersionedHandler<CreatePartitionsRequest, CreatePartitionsResponse> {

    private final TopicServices services;

    CreatePartitionsHandler(TopicServices services) {
        super(ApiKey.CREATE_PARTITIONS, 0, 3);
        this.services = services;
    }

    @Override
    public CompletionStage<CreatePartitionsResponse> handle(
            RequestContext context, CreatePartitionsRequest request) {
        List<MorePartitions> wanted =
                request.topics().stream().map(CreatePartitionsHandler::translate).toList();
        return ControllerErrors.orForAll(
                        services.controller()
                                .submit(new CreatePartitions(wanted, request.validateOnly())),
                        wanted,
                        ControllerErrors.ItemError::error)
                .thenCompose(errors -> whenServing(context, request, wanted, errors));
    }

    private static MorePartitions translate(CreatePartitionsRequest.Topic topic) {
        List<CreatePartitionsRequest.Assignment> assignments = topic.assignments();
        return new MorePartitions(
                topic.name(),
                topic.count(),
                assignments == null
                        ? List.of()
                        : assignments.stream()
                                .map(CreatePartitionsRequest.Assignment::brokerIds)
                                .toList());
    }

    private CompletionStage<CreatePartitionsResponse> whenServing(
            RequestContext context,
            CreatePartitionsRequest request,
            List<MorePartitions> wanted,
            List<ApiError> errors) {
        List<CompletionStage<Void>> waits = new ArrayList<>();
        ClusterImage image = services.image();
        for (int i = 0; i < wanted.size(); i++) {
            if (!errors.get(i).failed() && !request.validateOnly()) {
                image.topic(wanted.get(i).topic())
                        .ifPresent(topic -> waits.add(services.readiness().serving(topic)));
            }
        }
        return Waiting.forAll(services.timer(), waits, request.timeoutMs())
                .thenApply(outcome -> respond(context, wanted, errors, outcome));
    }

    private static CreatePartitionsResponse respond(
            RequestContext context,
            List<MorePartitions> wanted,
            List<ApiError> errors,
            Waiting.Outcome outcome) {
        Map<String, CreatePartitionsResponse.Topic> byName = new LinkedHashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            ApiError error = errors.get(i).failed() ? errors.get(i) : waited(outcome);
            String name = wanted.get(i).topic();
            byName.put(
                    name,
                    new CreatePartitionsResponse.Topic(
                            name, code(context, error), error.message()));
        }
        return new CreatePartitionsResponse(NO_THROTTLE, List.copyOf(byName.values()));
    }

    private static ApiError waited(Waiting.Outcome outcome) {
        return switch (outcome) {
            case DONE -> ApiError.NONE;
            case LATE ->
                    ApiError.of(
                            ErrorCode.REQUEST_TIMED_OUT,
                            "The partitions are made, but do not serve yet.");
            case FAILED ->
                    ApiError.of(
                            ErrorCode.KAFKA_STORAGE_ERROR,
                            "The partitions are made, but a log cannot be opened; the broker's log"
                                    + " says why.");
        };
    }
}
