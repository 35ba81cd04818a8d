package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Tagged;
import java.util.List;

/**
 * Asks for the state and the members of groups that the broker balances.
 *
 * @param includeGenerations Moldau's own: asks why the group's last epochs began
 */
@Request(api = ApiKey.CONSUMER_GROUP_DESCRIBE, versions = "0-1", flexible = "0+")
public record ConsumerGroupDescribeRequest(
        List<String> groupIds,
        boolean includeAuthorizedOperations,
        @Tagged(tag = OwnTags.GENERATIONS, versions = "0+") boolean includeGenerations)
        implements ApiMessage {}
