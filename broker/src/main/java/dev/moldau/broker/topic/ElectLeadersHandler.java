package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerCommand.ElectLeaders;
import dev.moldau.cluster.controller.PartitionOutcome;
import dev.moldau.cluster.controller.PartitionRef;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ElectLeadersRequest;
import dev.moldau.protocol.message.ElectLeadersResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Has the controller elect leaders. */
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
        byte type = request.electionType();
        if (type != PREFERRED && type != UNCLEAN) {
            return CompletableFuture.completedFuture(
                    failed(context, ErrorCode.INVALID_REQUEST, List.of()));
        }
        List<PartitionRef> wanted = wanted(request);
        ElectLeaders command = new ElectLeaders(type == UNCLEAN, wanted);
        return services.controller()
                .submit(command)
                .thenApply(outcomes -> answer(context, ErrorCode.NONE, outcomes))
                .exceptionally(failure -> unavailable(context, wanted, failure));
    }

    private static @Nullable List<PartitionRef> wanted(ElectLeadersRequest request) {
        List<ElectLeadersRequest.TopicPartitions> topics = request.topicPartitions();
        return topics == null
                ? null
                : topics.stream()
                        .flatMap(
                                topic ->
                                        topic.partitions().stream()
                                                .map(p -> new PartitionRef(topic.topic(), p)))
                        .toList();
    }

    private static ElectLeadersResponse unavailable(
            RequestContext context, @Nullable List<PartitionRef> wanted, Throwable failure) {
        ApiError error = ControllerErrors.unavailable(failure);
        List<PartitionOutcome> outcomes =
                wanted == null
                        ? List.of()
                        : wanted.stream().map(ref -> new PartitionOutcome(ref, error)).toList();
        return failed(context, error.code(), outcomes);
    }

    private static ElectLeadersResponse failed(
            RequestContext context, ErrorCode error, List<PartitionOutcome> outcomes) {
        return answer(context, context.counted(error), outcomes);
    }

    private static ElectLeadersResponse answer(
            RequestContext context, ErrorCode whole, List<PartitionOutcome> outcomes) {
        Map<String, List<ElectLeadersResponse.Partition>> topics = new LinkedHashMap<>();
        for (PartitionOutcome outcome : outcomes) {
            topics.computeIfAbsent(outcome.partition().topic(), name -> new ArrayList<>())
                    .add(
                            new ElectLeadersResponse.Partition(
                                    outcome.partition().partition(),
                                    code(context, outcome.error()),
                                    outcome.error().message()));
        }
        return new ElectLeadersResponse(
                NO_THROTTLE,
                whole.code(),
                topics.entrySet().stream()
                        .map(e -> new ElectLeadersResponse.Topic(e.getKey(), e.getValue()))
                        .toList());
    }
}
