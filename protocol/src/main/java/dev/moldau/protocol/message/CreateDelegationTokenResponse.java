package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.nio.ByteBuffer;

/**
 * Brings a new delegation token.
 *
 * @param hmac the secret
 */
@Response(api = ApiKey.CREATE_DELEGATION_TOKEN, versions = "0-3", flexible = "2+")
public record CreateDelegationTokenResponse(
        short errorCode,
        String principalType,
        String principalName,
        @Versions("3+") String tokenRequesterPrincipalType,
        @Versions("3+") String tokenRequesterPrincipalName,
        long issueTimestampMs,
        long expiryTimestampMs,
        long maxTimestampMs,
        String tokenId,
        ByteBuffer hmac,
        int throttleTimeMs)
        implements ApiMessage {}
