package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Lists groups. */
@Response(api = ApiKey.LIST_GROUPS, versions = "0-5", flexible = "3+")
public record ListGroupsResponse(
        @Versions("1+") int throttleTimeMs, short errorCode, List<Group> groups)
        implements ApiMessage {

    /**
     * A group in short.
     *
     * @param groupType such as {@code classic} or {@code consumer}
     */
    public record Group(
            String groupId,
            String protocolType,
            @Versions("4+") String groupState,
            @Versions("5+") String groupType) {}
}
