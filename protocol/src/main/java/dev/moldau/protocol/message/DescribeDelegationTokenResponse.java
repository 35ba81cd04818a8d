package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.nio.ByteBuffer;
import java.util.List;

/** Lists delegation tokens. */
@Response(api = ApiKey.DESCRIBE_DELEGATION_TOKEN, versions = "0-3", flexible = "2+")
public record DescribeDelegationTokenResponse(
        short errorCode, List<Token> tokens, int throttleTimeMs) implements ApiMessage {

    /**
     * A token.
     *
     * @param hmac the secret
     */
    public record Token(
            String principalType,
            String principalName,
            @Versions("3+") String tokenRequesterPrincipalType,
            @Versions("3+") String tokenRequesterPrincipalName,
            long issueTimestamp,
            long expiryTimestamp,
            long maxTimestamp,
            String tokenId,
            ByteBuffer hmac,
            List<Renewer> renewers) {}

    /** A principal that may renew the token. */
    public record Renewer(String principalType, String principalName) {}
}
