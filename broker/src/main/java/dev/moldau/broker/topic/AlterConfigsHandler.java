package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerCommand.ConfigOperation;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.AlterConfigsRequest;
import dev.moldau.protocol.message.AlterConfigsResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Replaces all settings of resources: what the request does not name goes back to its default. */
final class AlterConfigsHandler
        extends VersionedHandler<AlterConfigsRequest, AlterConfigsResponse> {

    private final ConfigChanges changes;

    AlterConfigsHandler(TopicServices services) {
        super(ApiKey.ALTER_CONFIGS, 0, 2);
        this.changes = new ConfigChanges(services);
    }

    @Override
    public CompletionStage<AlterConfigsResponse> handle(
            RequestContext context, AlterConfigsRequest request) {
        List<ConfigChanges.Wanted> wanted =
                request.resources().stream().map(AlterConfigsHandler::translate).toList();
        return changes.apply(wanted, request.validateOnly())
                .thenApply(errors -> respond(context, request, errors));
    }

    private static ConfigChanges.Wanted translate(AlterConfigsRequest.Resource resource) {
        return new ConfigChanges.Wanted(
                resource.resourceType(),
                resource.resourceName(),
                Optional.of(
                        resource.configs().stream()
                                .map(
                                        config ->
                                                new ConfigOperation(
                                                        config.name(),
                                                        ConfigOperation.Type.SET,
                                                        config.value()))
                                .toList()),
                true);
    }

    private static AlterConfigsResponse respond(
            RequestContext context, AlterConfigsRequest request, List<ApiError> errors) {
        List<AlterConfigsResponse.Resource> results = new ArrayList<>();
        for (int i = 0; i < errors.size(); i++) {
            AlterConfigsRequest.Resource resource = request.resources().get(i);
            results.add(
                    new AlterConfigsResponse.Resource(
                            code(context, errors.get(i)),
                            errors.get(i).message(),
                            resource.resourceType(),
                            resource.resourceName()));
        }
        return new AlterConfigsResponse(NO_THROTTLE, results);
    }
}
