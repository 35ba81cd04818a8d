package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks for the settings of topics, brokers and other resources.
 *
 * @param includeSynonyms whether to tell what a value would fall back to
 */
@Request(api = ApiKey.DESCRIBE_CONFIGS, versions = "0-4", flexible = "4+")
public record DescribeConfigsRequest(
        List<Resource> resources,
        @Versions("1+") @Strict boolean includeSynonyms,
        @Versions("3+") @Strict boolean includeDocumentation)
        implements ApiMessage {

    /**
     * A resource whose settings are wanted.
     *
     * @param resourceType 2 topic, 4 broker, 8 broker logger, 16 client metrics, 32 group
     * @param configurationKeys null for all
     */
    public record Resource(
            byte resourceType,
            String resourceName,
            @Nullable("0+") List<String> configurationKeys) {}
}
