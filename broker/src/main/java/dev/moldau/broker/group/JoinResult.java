package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member that joined learns about its generation.
 *
 * @param error why it did not join, or none
 * @param memberId the member's id, also with {@link ErrorCode#MEMBER_ID_REQUIRED}
 * @param generation the generation it is a member of, or -1
 * @param protocolType what the group is for, if it joined
 * @param protocolName the assignor that was chosen, if it joined
 * @param leaderId who assigns, or empty
 * @param skipAssignment whether the leader keeps the assignment as it is
 * @param members who the leader assigns to; empty for everybody else
 */
public record JoinResult(
        ErrorCode error,
        String memberId,
        int generation,
        @Nullable String protocolType,
        @Nullable String protocolName,
        String leaderId,
        boolean skipAssignment,
        List<Member> members) {

    /** A member of the generation, as its leader sees it. */
    public record Member(String memberId, @Nullable String instanceId, ByteBuffer metadata) {}

    /** The member did not join. */
    static JoinResult failed(String memberId, ErrorCode error) {
        return new JoinResult(error, memberId, -1, null, null, "", false, List.of());
    }
}
