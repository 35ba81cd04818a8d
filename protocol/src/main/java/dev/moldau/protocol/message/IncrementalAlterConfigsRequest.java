package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Changes single settings of resources and leaves the others alone. */
@Request(api = ApiKey.INCREMENTAL_ALTER_CONFIGS, versions = "0-1", flexible = "1+")
public record IncrementalAlterConfigsRequest(List<Resource> resources, boolean validateOnly)
        implements ApiMessage {

    /**
     * A resource and the changes to its settings.
     *
     * @param resourceType numbered as in {@link DescribeConfigsRequest}
     */
    public record Resource(byte resourceType, String resourceName, List<Config> configs) {}

    /**
     * A change to one setting.
     *
     * @param configOperation 0 to set, 1 to remove, 2 to append to a list, 3 to subtract from a
     *     list
     */
    public record Config(String name, byte configOperation, @Nullable("0+") String value) {}
}
