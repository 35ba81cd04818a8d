package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Asks for a member's assignment; the leader's request brings those of all members.
 *
 * @param groupInstanceId the name of a static member, null for a dynamic one
 * @param protocolType what the member believes, null if it does not say
 * @param protocolName the assignor that the member believes was chosen, null if it does not say
 * @param assignments from the leader one for each member, from the others none
 */
@Request(api = ApiKey.SYNC_GROUP, versions = "0-5", flexible = "4+")
public record SyncGroupRequest(
        String groupId,
        int generationId,
        String memberId,
        @Versions("3+") @Nullable("3+") @Default("null") @Strict String groupInstanceId,
        @Versions("5+") @Nullable("5+") @Default("null") String protocolType,
        @Versions("5+") @Nullable("5+") @Default("null") String protocolName,
        List<Assignment> assignments)
        implements ApiMessage {

    /**
     * What the leader assigns to one member.
     *
     * @param assignment opaque; for consumers a {@link ConsumerProtocolAssignment} after its
     *     version
     */
    public record Assignment(String memberId, ByteBuffer assignment) {}
}
