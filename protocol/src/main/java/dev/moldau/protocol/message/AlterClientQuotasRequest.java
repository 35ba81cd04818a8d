package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Sets and removes quotas. */
@Request(api = ApiKey.ALTER_CLIENT_QUOTAS, versions = "0-1", flexible = "1+")
public record AlterClientQuotasRequest(List<Entry> entries, boolean validateOnly)
        implements ApiMessage {

    /** An entity and the changes to its quotas. */
    public record Entry(List<Entity> entity, List<Op> ops) {}

    /**
     * One component of an entity.
     *
     * @param entityName null for the default
     */
    public record Entity(String entityType, @Nullable("0+") String entityName) {}

    /**
     * A change to one quota.
     *
     * @param key such as {@code producer_byte_rate}
     * @param remove whether the quota goes, whatever the value
     */
    public record Op(String key, double value, boolean remove) {}
}
