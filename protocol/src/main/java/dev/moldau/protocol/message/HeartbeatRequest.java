package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;

/**
 * Keeps a member of a classic group alive and lets it hear of rebalances.
 *
 * @param groupInstanceId the name of a static member, null for a dynamic one
 */
@Request(api = ApiKey.HEARTBEAT, versions = "0-4", flexible = "4+")
public record HeartbeatRequest(
        String groupId,
        int generationId,
        String memberId,
        @Versions("3+") @Nullable("3+") @Default("null") @Strict String groupInstanceId)
        implements ApiMessage {}
