package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Replaces all settings of resources; what is not in the request goes back to its default. */
@Request(api = ApiKey.ALTER_CONFIGS, versions = "0-2", flexible = "2+")
public record AlterConfigsRequest(List<Resource> resources, boolean validateOnly)
        implements ApiMessage {

    /**
     * A resource and all the settings that it shall have.
     *
     * @param resourceType numbered as in {@link DescribeConfigsRequest}
     */
    public record Resource(byte resourceType, String resourceName, List<Config> configs) {}

    /** A setting. */
    public record Config(String name, @Nullable("0+") String value) {}
}
