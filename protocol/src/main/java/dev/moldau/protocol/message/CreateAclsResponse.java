package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Says which rules are in force, in the order of the request. */
@Response(api = ApiKey.CREATE_ACLS, versions = "0-3", flexible = "2+")
public record CreateAclsResponse(int throttleTimeMs, List<Result> results) implements ApiMessage {

    /** The outcome for one rule. */
    public record Result(short errorCode, @Nullable("0+") String errorMessage) {}
}
