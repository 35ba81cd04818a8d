package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks a broker for the groups that it coordinates.
 *
 * @param statesFilter the states of interest, empty for all
 * @param typesFilter the group types of interest, empty for all
 */
@Request(api = ApiKey.LIST_GROUPS, versions = "0-5", flexible = "3+")
public record ListGroupsRequest(
        @Versions("4+") @Strict List<String> statesFilter,
        @Versions("5+") @Strict List<String> typesFilter)
        implements ApiMessage {}
