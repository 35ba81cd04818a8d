package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Lists the rules that were removed, by filter in the order of the request. */
@Response(api = ApiKey.DELETE_ACLS, versions = "0-3", flexible = "2+")
public record DeleteAclsResponse(int throttleTimeMs, List<FilterResult> filterResults)
        implements ApiMessage {

    /** The outcome for one filter. */
    public record FilterResult(
            short errorCode, @Nullable("0+") String errorMessage, List<MatchingAcl> matchingAcls) {}

    /** A rule that the filter matched, with what became of it. */
    public record MatchingAcl(
            short errorCode,
            @Nullable("0+") String errorMessage,
            byte resourceType,
            String resourceName,
            @Versions("1+") @Default("3") byte patternType,
            String principal,
            String host,
            byte operation,
            byte permissionType) {}
}
