package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Deletes groups that have no members, with their offsets. */
@Request(api = ApiKey.DELETE_GROUPS, versions = "0-3", flexible = "2+")
public record DeleteGroupsRequest(List<String> groupsNames) implements ApiMessage {}
