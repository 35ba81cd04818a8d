package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Says for which resources the settings are in force. */
@Response(api = ApiKey.ALTER_CONFIGS, versions = "0-2", flexible = "2+")
public record AlterConfigsResponse(int throttleTimeMs, List<Resource> responses)
        implements ApiMessage {

    /** The outcome for one resource. */
    public record Resource(
            short errorCode,
            @Nullable("0+") String errorMessage,
            byte resourceType,
            String resourceName) {}
}
