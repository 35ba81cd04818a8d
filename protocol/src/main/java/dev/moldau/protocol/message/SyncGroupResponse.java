package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.nio.ByteBuffer;

/**
 * Brings a member its assignment.
 *
 * @param protocolName the assignor that was chosen
 * @param assignment what the leader sent for this member
 */
@Response(api = ApiKey.SYNC_GROUP, versions = "0-5", flexible = "4+")
public record SyncGroupResponse(
        @Versions("1+") int throttleTimeMs,
        short errorCode,
        @Versions("5+") @Nullable("5+") @Default("null") String protocolType,
        @Versions("5+") @Nullable("5+") @Default("null") String protocolName,
        ByteBuffer assignment)
        implements ApiMessage {

    /** There is no assignment. */
    public static SyncGroupResponse error(ErrorCode error) {
        return new SyncGroupResponse(0, error.code(), null, null, ByteBuffer.allocate(0));
    }
}
