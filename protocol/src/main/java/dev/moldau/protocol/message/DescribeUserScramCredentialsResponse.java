package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Lists users and the kinds of their SCRAM credentials, never secrets. */
@Response(api = ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS, versions = "0", flexible = "0+")
public record DescribeUserScramCredentialsResponse(
        int throttleTimeMs,
        short errorCode,
        @Nullable("0+") String errorMessage,
        List<Result> results)
        implements ApiMessage {

    /** The credentials of one user. */
    public record Result(
            String user,
            short errorCode,
            @Nullable("0+") String errorMessage,
            List<CredentialInfo> credentialInfos) {}

    /**
     * A credential.
     *
     * @param mechanism 1 for SCRAM-SHA-256, 2 for SCRAM-SHA-512
     */
    public record CredentialInfo(byte mechanism, int iterations) {}
}
