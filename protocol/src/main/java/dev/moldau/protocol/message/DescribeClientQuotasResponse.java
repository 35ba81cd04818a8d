package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/**
 * Lists quotas.
 *
 * @param entries null after an error
 */
@Response(api = ApiKey.DESCRIBE_CLIENT_QUOTAS, versions = "0-1", flexible = "1+")
public record DescribeClientQuotasResponse(
        int throttleTimeMs,
        short errorCode,
        @Nullable("0+") String errorMessage,
        @Nullable("0+") List<Entry> entries)
        implements ApiMessage {

    /** An entity and its quotas. */
    public record Entry(List<Entity> entity, List<Value> values) {}

    /**
     * One component of an entity.
     *
     * @param entityName null for the default
     */
    public record Entity(String entityType, @Nullable("0+") String entityName) {}

    /**
     * A quota.
     *
     * @param key such as {@code producer_byte_rate}
     */
    public record Value(String key, double value) {}
}
