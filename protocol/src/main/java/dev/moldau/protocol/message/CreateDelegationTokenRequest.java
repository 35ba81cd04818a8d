package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks for a token with which others can act for a principal.
 *
 * @param ownerPrincipalType null for the principal that asks
 * @param ownerPrincipalName null for the principal that asks
 * @param maxLifetimeMs -1 for the broker's limit
 */
@Request(api = ApiKey.CREATE_DELEGATION_TOKEN, versions = "0-3", flexible = "2+")
public record CreateDelegationTokenRequest(
        @Versions("3+") @Nullable("3+") @Strict String ownerPrincipalType,
        @Versions("3+") @Nullable("3+") @Strict String ownerPrincipalName,
        List<Renewer> renewers,
        long maxLifetimeMs)
        implements ApiMessage {

    /** A principal that may renew the token. */
    public record Renewer(String principalType, String principalName) {}
}
