package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/**
 * Asks for the quotas whose entities match all components.
 *
 * @param strict whether entities with further components stay out
 */
@Request(api = ApiKey.DESCRIBE_CLIENT_QUOTAS, versions = "0-1", flexible = "1+")
public record DescribeClientQuotasRequest(List<Component> components, boolean strict)
        implements ApiMessage {

    /**
     * A condition on one kind of entity.
     *
     * @param entityType such as {@code user}, {@code client-id} or {@code ip}
     * @param matchType 0 for the name given, 1 for the default entity, 2 for any name
     * @param match the name, null if the match type needs none
     */
    public record Component(String entityType, byte matchType, @Nullable("0+") String match) {}
}
