package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Names the coordinating brokers: one in place up to version 3, a list since. */
@Response(api = ApiKey.FIND_COORDINATOR, versions = "0-6", flexible = "3+")
public record FindCoordinatorResponse(
        @Versions("1+") int throttleTimeMs,
        @Versions("0-3") short errorCode,
        @Versions("1-3") @Nullable("1-3") String errorMessage,
        @Versions("0-3") int nodeId,
        @Versions("0-3") String host,
        @Versions("0-3") int port,
        @Versions("4+") List<Coordinator> coordinators)
        implements ApiMessage {

    /**
     * The coordinator of one key.
     *
     * @param key the group or transactional id
     * @param nodeId -1 after an error
     */
    public record Coordinator(
            String key,
            int nodeId,
            String host,
            int port,
            short errorCode,
            @Nullable("4+") String errorMessage) {}
}
