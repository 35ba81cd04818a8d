package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Removes the access rules that filters match. */
@Request(api = ApiKey.DELETE_ACLS, versions = "0-3", flexible = "2+")
public record DeleteAclsRequest(List<Filter> filters) implements ApiMessage {

    /** What to remove; the fields mean what they do in {@link DescribeAclsRequest}. */
    public record Filter(
            byte resourceTypeFilter,
            @Nullable("0+") String resourceNameFilter,
            @Versions("1+") @Default("3") @Strict byte patternTypeFilter,
            @Nullable("0+") String principalFilter,
            @Nullable("0+") String hostFilter,
            byte operation,
            byte permissionType) {}
}
