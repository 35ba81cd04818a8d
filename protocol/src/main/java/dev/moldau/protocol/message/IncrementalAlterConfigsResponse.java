package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Says for which resources the changes are in force. */
@Response(api = ApiKey.INCREMENTAL_ALTER_CONFIGS, versions = "0-1", flexible = "1+")
public record IncrementalAlterConfigsResponse(int throttleTimeMs, List<Resource> responses)
        implements ApiMessage {

    /** The outcome for one resource. */
    public record Resource(
            short errorCode,
            @Nullable("0+") String errorMessage,
            byte resourceType,
            String resourceName) {}
}
