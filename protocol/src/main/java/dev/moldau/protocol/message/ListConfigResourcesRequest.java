package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks which resources have settings; in version 0 only client metrics.
 *
 * @param resourceTypes numbered as in {@link DescribeConfigsRequest}, empty for all
 */
@Request(api = ApiKey.LIST_CONFIG_RESOURCES, versions = "0-1", flexible = "0+")
public record ListConfigResourcesRequest(@Versions("1+") @Strict List<Byte> resourceTypes)
        implements ApiMessage {}
