package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;

/**
 * Asks for the access rules that a filter matches.
 *
 * @param resourceTypeFilter 1 for any, 2 topic, 3 group, 4 cluster, 5 transactional id, 6
 *     delegation token, 7 user
 * @param resourceNameFilter null for any
 * @param patternTypeFilter 1 for any, 2 for what applies to the name, 3 literal, 4 prefixed
 * @param principalFilter null for any
 * @param hostFilter null for any
 * @param operation 1 for any
 * @param permissionType 1 for any, 2 deny, 3 allow
 */
@Request(api = ApiKey.DESCRIBE_ACLS, versions = "0-3", flexible = "2+")
public record DescribeAclsRequest(
        byte resourceTypeFilter,
        @Nullable("0+") String resourceNameFilter,
        @Versions("1+") @Default("3") @Strict byte patternTypeFilter,
        @Nullable("0+") String principalFilter,
        @Nullable("0+") String hostFilter,
        byte operation,
        byte permissionType)
        implements ApiMessage {}
