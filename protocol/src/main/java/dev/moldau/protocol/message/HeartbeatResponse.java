package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;

/** Says whether the member is still part of its generation. */
@Response(api = ApiKey.HEARTBEAT, versions = "0-4", flexible = "4+")
public record HeartbeatResponse(@Versions("1+") int throttleTimeMs, short errorCode)
        implements ApiMessage {}
