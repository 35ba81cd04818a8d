package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Asks for the state and the members of groups that the broker balances. */
@Request(api = ApiKey.CONSUMER_GROUP_DESCRIBE, versions = "0-1", flexible = "0+")
public record ConsumerGroupDescribeRequest(
        List<String> groupIds, boolean includeAuthorizedOperations) implements ApiMessage {}
