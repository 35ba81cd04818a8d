package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;

/** Says whether the registration is removed. */
@Response(api = ApiKey.UNREGISTER_BROKER, versions = "0", flexible = "0+")
public record UnregisterBrokerResponse(
        int throttleTimeMs, short errorCode, @Nullable("0+") String errorMessage)
        implements ApiMessage {}
