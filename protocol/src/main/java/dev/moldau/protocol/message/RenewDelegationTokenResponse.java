package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;

/** Says when the delegation token expires now. */
@Response(api = ApiKey.RENEW_DELEGATION_TOKEN, versions = "0-2", flexible = "2+")
public record RenewDelegationTokenResponse(
        short errorCode, long expiryTimestampMs, int throttleTimeMs) implements ApiMessage {}
