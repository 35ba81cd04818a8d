package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Says which groups are gone. */
@Response(api = ApiKey.DELETE_GROUPS, versions = "0-3", flexible = "2+")
public record DeleteGroupsResponse(int throttleTimeMs, List<Group> results) implements ApiMessage {

    /** The outcome for one group. */
    public record Group(
            String groupId,
            short errorCode,
            @Versions("3+") @Nullable("3+") @Default("null") String errorMessage) {}
}
