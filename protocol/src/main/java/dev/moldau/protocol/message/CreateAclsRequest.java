package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Adds access rules. */
@Request(api = ApiKey.CREATE_ACLS, versions = "0-3", flexible = "2+")
public record CreateAclsRequest(List<Creation> creations) implements ApiMessage {

    /**
     * A rule to add.
     *
     * @param resourceType numbered as in {@link DescribeAclsRequest}
     * @param resourcePatternType 3 literal, 4 prefixed
     * @param permissionType 2 deny, 3 allow
     */
    public record Creation(
            byte resourceType,
            String resourceName,
            @Versions("1+") @Default("3") @Strict byte resourcePatternType,
            String principal,
            String host,
            byte operation,
            byte permissionType) {}
}
