package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Says for which entities the quotas are in force. */
@Response(api = ApiKey.ALTER_CLIENT_QUOTAS, versions = "0-1", flexible = "1+")
public record AlterClientQuotasResponse(int throttleTimeMs, List<Entry> entries)
        implements ApiMessage {

    /** The outcome for one entity. */
    public record Entry(
            short errorCode, @Nullable("0+") String errorMessage, List<Entity> entity) {}

    /**
     * One component of an entity.
     *
     * @param entityName null for the default
     */
    public record Entity(String entityType, @Nullable("0+") String entityName) {}
}
