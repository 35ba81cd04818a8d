package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group as an administrator sees it.
 *
 * @param error why there is nothing to see; {@link ErrorCode#GROUP_ID_NOT_FOUND} for a group that
 *     does not exist
 * @param groupId the group
 * @param state its state as the protocol spells it
 * @param protocolType what it is for
 * @param protocolName the assignor; empty unless the group is stable
 * @param members who is in it
 */
public record GroupDescription(
        ErrorCode error,
        String groupId,
        String state,
        String protocolType,
        String protocolName,
        List<Member> members) {

    /** A member; metadata and assignment are empty unless the group is stable. */
    public record Member(
            String memberId,
            @Nullable String instanceId,
            String clientId,
            String clientHost,
            ByteBuffer metadata,
            ByteBuffer assignment) {}

    /** Nothing to see. */
    static GroupDescription failed(String groupId, ErrorCode error) {
        return new GroupDescription(
                error, groupId, new GroupState.Dead().wireName(), "", "", List.of());
    }
}
