package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;

/** Says when the delegation token expires now. */
@Response(api = ApiKey.EXPIRE_DELEGATION_TOKEN, versions = "0-2", flexible = "2+")
public record ExpireDelegationTokenResponse(
        short errorCode, long expiryTimestampMs, int throttleTimeMs) implements ApiMessage {}
