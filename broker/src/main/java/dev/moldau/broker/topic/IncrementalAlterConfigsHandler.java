package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerCommand.ConfigOperation;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.IncrementalAlterConfigsRequest;
import dev.moldau.protocol.message.IncrementalAlterConfigsResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Changes single settings of resources. */
final class IncrementalAlterConfigsHandler
        extends VersionedHandler<IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse> {

    private final ConfigChanges changes;

    IncrementalAlterConfigsHandler(TopicServices services) {
        super(ApiKey.INCREMENTAL_ALTER_CONFIGS, 0, 1);
        this.changes = new ConfigChanges(services);
    }

    @Override
    public CompletionStage<IncrementalAlterConfigsResponse> handle(
            RequestContext context, IncrementalAlterConfigsRequest request) {
        List<ConfigChanges.Wanted> wanted =
                request.resources().stream()
                        .map(
                                resource ->
                                        new ConfigChanges.Wanted(
                                                resource.resourceType(),
                                                resource.resourceName(),
                                                operations(resource),
                                                false))
                        .toList();
        return changes.apply(wanted, request.validateOnly())
                .thenApply(errors -> respond(context, request, errors));
    }

    /** The operations; empty if one of them is unknown. */
    private static Optional<List<ConfigOperation>> operations(
            IncrementalAlterConfigsRequest.Resource resource) {
        List<ConfigOperation> operations = new ArrayList<>();
        for (IncrementalAlterConfigsRequest.Config config : resource.configs()) {
            Optional<ConfigOperation.Type> type = ConfigOperation.Type.of(config.configOperation());
            if (type.isEmpty()) {
                return Optional.empty();
            }
            operations.add(new ConfigOperation(config.name(), type.get(), config.value()));
        }
        return Optional.of(operations);
    }

    private static IncrementalAlterConfigsResponse respond(
            RequestContext context, IncrementalAlterConfigsRequest request, List<ApiError> errors) {
        List<IncrementalAlterConfigsResponse.Resource> results = new ArrayList<>();
        for (int i = 0; i < errors.size(); i++) {
            IncrementalAlterConfigsRequest.Resource resource = request.resources().get(i);
            results.add(
                    new IncrementalAlterConfigsResponse.Resource(
                            code(context, errors.get(i)),
                            errors.get(i).message(),
                            resource.resourceType(),
                            resource.resourceName()));
        }
        return new IncrementalAlterConfigsResponse(NO_THROTTLE, results);
    }
}
