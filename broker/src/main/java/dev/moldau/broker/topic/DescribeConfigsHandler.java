package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.common.config.ConfigEntry;
import dev.moldau.common.config.ConfigSource;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeConfigsRequest;
import dev.moldau.protocol.message.DescribeConfigsResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Tells the settings of topics, brokers, loggers and groups, and where each comes from. */
final class DescribeConfigsHandler
        extends VersionedHandler<DescribeConfigsRequest, DescribeConfigsResponse> {

    private final ResourceSettings settings;

    DescribeConfigsHandler(TopicServices services) {
        super(ApiKey.DESCRIBE_CONFIGS, 0, 4);
        this.settings = new ResourceSettings(services);
    }

    @Override
    public CompletionStage<DescribeConfigsResponse> handle(
            RequestContext context, DescribeConfigsRequest request) {
        List<DescribeConfigsResponse.Result> results =
                request.resources().stream()
                        .map(resource -> describe(context, request, resource))
                        .toList();
        return CompletableFuture.completedFuture(new DescribeConfigsResponse(NO_THROTTLE, results));
    }

    private DescribeConfigsResponse.Result describe(
            RequestContext context,
            DescribeConfigsRequest request,
            DescribeConfigsRequest.Resource resource) {
        Optional<ConfigResource.Type> type = ConfigResource.Type.of(resource.resourceType());
        ResourceSettings.Found found =
                type.isPresent()
                        ? settings.of(new ConfigResource(type.get(), resource.resourceName()))
                        : ResourceSettings.Found.failed(
                                ApiError.of(
                                        ErrorCode.INVALID_REQUEST,
                                        "There is no kind of resource with the number "
                                                + resource.resourceType()
                                                + "."));
        List<String> keys = resource.configurationKeys();
        Set<String> wanted = keys == null ? Set.of() : new HashSet<>(keys);
        return new DescribeConfigsResponse.Result(
                code(context, found.error()),
                found.error().message(),
                resource.resourceType(),
                resource.resourceName(),
                found.entries().stream()
                        .filter(entry -> keys == null || wanted.contains(entry.key().name()))
                        .map(entry -> translate(request, entry))
                        .toList());
    }

    private static DescribeConfigsResponse.Config translate(
            DescribeConfigsRequest request, ConfigEntry entry) {
        return new DescribeConfigsResponse.Config(
                entry.key().name(),
                entry.value(),
                entry.readOnly(),
                entry.source() == ConfigSource.DEFAULT,
                entry.source().id(),
                entry.key().sensitive(),
                request.includeSynonyms()
                        ? entry.synonyms().stream().map(DescribeConfigsHandler::translate).toList()
                        : List.of(),
                entry.key().type().id(),
                request.includeDocumentation() ? documentation(entry) : null);
    }

    private static String documentation(ConfigEntry entry) {
        return entry.key()
                .noEffect()
                .map(why -> entry.key().meaning() + " Without effect here: " + why + ".")
                .orElse(entry.key().meaning());
    }

    private static DescribeConfigsResponse.Synonym translate(ConfigEntry.Synonym synonym) {
        return new DescribeConfigsResponse.Synonym(
                synonym.name(), synonym.value(), synonym.source().id());
    }
}
