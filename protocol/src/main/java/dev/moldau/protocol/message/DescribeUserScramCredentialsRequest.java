package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/**
 * Asks which users have SCRAM credentials.
 *
 * @param users null for all
 */
@Request(api = ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS, versions = "0", flexible = "0+")
public record DescribeUserScramCredentialsRequest(@Nullable("0+") List<User> users)
        implements ApiMessage {

    /** A user of interest. */
    public record User(String name) {}
}
