package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Says which members are out. */
@Response(api = ApiKey.LEAVE_GROUP, versions = "0-5", flexible = "4+")
public record LeaveGroupResponse(
        @Versions("1+") int throttleTimeMs, short errorCode, @Versions("3+") List<Member> members)
        implements ApiMessage {

    /**
     * The outcome for one member.
     *
     * @param groupInstanceId the name of a static member, null for a dynamic one
     */
    public record Member(
            String memberId, @Nullable("3+") String groupInstanceId, short errorCode) {}
}
