package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/**
 * Asks for the delegation tokens of owners.
 *
 * @param owners null for all
 */
@Request(api = ApiKey.DESCRIBE_DELEGATION_TOKEN, versions = "0-3", flexible = "2+")
public record DescribeDelegationTokenRequest(@Nullable("0+") List<Owner> owners)
        implements ApiMessage {

    /** A principal whose tokens are wanted. */
    public record Owner(String principalType, String principalName) {}
}
