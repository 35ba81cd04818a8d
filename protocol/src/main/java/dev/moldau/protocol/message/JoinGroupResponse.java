package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Tells a member its generation, and the leader also who the members are.
 *
 * @param generationId -1 after an error
 * @param protocolName the assignor that all members know
 * @param leader the member that computes the assignment
 * @param skipAssignment whether the leader must keep the assignment as it is
 * @param members everyone for the leader, empty for the others
 */
@Response(api = ApiKey.JOIN_GROUP, versions = "0-9", flexible = "6+")
public record JoinGroupResponse(
        @Versions("2+") int throttleTimeMs,
        short errorCode,
        @Default("-1") int generationId,
        @Versions("7+") @Nullable("7+") @Default("null") String protocolType,
        @Nullable("7+") String protocolName,
        String leader,
        @Versions("9+") boolean skipAssignment,
        String memberId,
        List<Member> members)
        implements ApiMessage {

    private static final short FIRST_WITH_NULLABLE_PROTOCOL = 7;

    /**
     * The member does not join.
     *
     * @param version of the request, since old ones cannot say that there is no protocol
     * @param memberId the id to use from now on after {@link ErrorCode#MEMBER_ID_REQUIRED}, else
     *     that of the request
     */
    public static JoinGroupResponse error(short version, String memberId, ErrorCode error) {
        return new JoinGroupResponse(
                0,
                error.code(),
                -1,
                null,
                version < FIRST_WITH_NULLABLE_PROTOCOL ? "" : null,
                "",
                false,
                memberId,
                List.of());
    }

    /**
     * A member as the leader sees it.
     *
     * @param groupInstanceId the name of a static member, null for a dynamic one
     * @param metadata what the member sent for the chosen assignor
     */
    public record Member(
            String memberId,
            @Versions("5+") @Nullable("5+") @Default("null") String groupInstanceId,
            ByteBuffer metadata) {}
}
