package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks for the state and the members of classic groups.
 *
 * @param includeGenerations Moldau's own: asks why the group's last generations began
 */
@Request(api = ApiKey.DESCRIBE_GROUPS, versions = "0-6", flexible = "5+")
public record DescribeGroupsRequest(
        List<String> groups,
        @Versions("3+") @Strict boolean includeAuthorizedOperations,
        @Versions("5+") @Tagged(tag = OwnTags.GENERATIONS, versions = "5+")
                boolean includeGenerations)
        implements ApiMessage {}
