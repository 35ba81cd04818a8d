package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Says for which users the credentials are in force. */
@Response(api = ApiKey.ALTER_USER_SCRAM_CREDENTIALS, versions = "0", flexible = "0+")
public record AlterUserScramCredentialsResponse(int throttleTimeMs, List<Result> results)
        implements ApiMessage {

    /** The outcome for one user. */
    public record Result(String user, short errorCode, @Nullable("0+") String errorMessage) {}
}
