package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Lists resources that have settings. */
@Response(api = ApiKey.LIST_CONFIG_RESOURCES, versions = "0-1", flexible = "0+")
public record ListConfigResourcesResponse(
        int throttleTimeMs, short errorCode, List<ConfigResource> configResources)
        implements ApiMessage {

    /**
     * A resource.
     *
     * @param resourceType numbered as in {@link DescribeConfigsRequest}
     */
    public record ConfigResource(
            String resourceName, @Versions("1+") @Default("16") byte resourceType) {}
}
