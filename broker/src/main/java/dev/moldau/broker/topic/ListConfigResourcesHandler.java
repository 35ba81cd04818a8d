package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ListConfigResourcesRequest;
import dev.moldau.protocol.message.ListConfigResourcesResponse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Lists what can have settings (KIP-1142). Version 0 asked for subscriptions to clients' metrics
 * only, and there are none here.
 */
final class ListConfigResourcesHandler
        extends VersionedHandler<ListConfigResourcesRequest, ListConfigResourcesResponse> {

    private final TopicServices services;

    ListConfigResourcesHandler(TopicServices services) {
        super(ApiKey.LIST_CONFIG_RESOURCES, 0, 1);
        this.services = services;
    }

    @Override
    public CompletionStage<ListConfigResourcesResponse> handle(
            RequestContext context, ListConfigResourcesRequest request) {
        return CompletableFuture.completedFuture(answer(context, request));
    }

    private ListConfigResourcesResponse answer(
            RequestContext context, ListConfigResourcesRequest request) {
        Set<ConfigResource.Type> types = EnumSet.noneOf(ConfigResource.Type.class);
        if (context.apiVersion() == 0) {
            types.add(ConfigResource.Type.CLIENT_METRICS);
        } else if (request.resourceTypes().isEmpty()) {
            types.addAll(EnumSet.allOf(ConfigResource.Type.class));
        }
        for (byte id : request.resourceTypes()) {
            Optional<ConfigResource.Type> type = ConfigResource.Type.of(id);
            if (type.isEmpty()) {
                return new ListConfigResourcesResponse(
                        NO_THROTTLE, code(context, ErrorCode.UNSUPPORTED_VERSION), List.of());
            }
            types.add(type.get());
        }
        List<ListConfigResourcesResponse.ConfigResource> found = new ArrayList<>();
        for (ConfigResource.Type type : types) {
            for (String name : names(services.image(), type)) {
                found.add(new ListConfigResourcesResponse.ConfigResource(name, type.id()));
            }
        }
        return new ListConfigResourcesResponse(NO_THROTTLE, ErrorCode.NONE.code(), found);
    }

    private static List<String> names(ClusterImage image, ConfigResource.Type type) {
        return switch (type) {
            case TOPIC, GROUP, CLIENT_METRICS -> image.configuredResources(type);
            case BROKER, BROKER_LOGGER ->
                    image.brokers().keySet().stream().map(Object::toString).toList();
        };
    }
}
