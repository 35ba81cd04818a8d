package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.IncrementalAlterConfigsRequest;
import dev.moldau.protocol.message.IncrementalAlterConfigsResponse;
import java.util.List;
import java.util.Map;

/** Changes single settings, through the broker concerned or the controller. */
final class IncrementalAlterConfigs
        implements Operation<ConfigResource, ConfigResource, IncrementalAlterConfigsResponse> {

    private final Map<ConfigResource, List<ConfigChange>> changes;
    private final boolean validateOnly;

    IncrementalAlterConfigs(Map<ConfigResource, List<ConfigChange>> changes, boolean validateOnly) {
        this.changes = changes;
        this.validateOnly = validateOnly;
    }

    @Override
    public String name() {
        return "incrementalAlterConfigs";
    }

    @Override
    public ApiKey api() {
        return ApiKey.INCREMENTAL_ALTER_CONFIGS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 1;
    }

    @Override
    public Target target(ConfigResource key) {
        return key.target(new Target.Controller());
    }

    @Override
    public ApiMessage message(List<ConfigResource> keys, short version, int timeoutMs) {

        return new IncrementalAlterConfigsRequest(
                keys.stream()
                        .map(
                                resource ->
                                        new IncrementalAlterConfigsRequest.Resource(
                                                resource.type().code(),
                                                resource.name(),
                                                changes(resource)))
                        .toList(),
                validateOnly);
    }

    @Override
    public void answered(
            List<ConfigResource> keys,
            IncrementalAlterConfigsResponse response,
            short version,
            Node node,
            Verdicts<ConfigResource, ConfigResource> verdicts) {

        for (IncrementalAlterConfigsResponse.Resource result : response.responses()) {
            for (ConfigResource key : keys) {
                if (key.type().code() == result.resourceType()
                        && key.name().equals(result.resourceName())) {
                    verdicts.settle(key, result.errorCode(), result.errorMessage(), key);
                }
            }
        }
    }

    private List<IncrementalAlterConfigsRequest.Config> changes(ConfigResource resource) {
        return Maps.get(changes, resource).stream()
                .map(
                        change ->
                                new IncrementalAlterConfigsRequest.Config(
                                        change.name(), change.kind().code(), change.value()))
                .toList();
    }
}
