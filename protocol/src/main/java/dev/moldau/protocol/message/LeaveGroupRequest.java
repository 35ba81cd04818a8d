package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Takes members out of a classic group: the sender up to version 2, a list since.
 *
 * @param memberId the one member, up to version 2
 */
@Request(api = ApiKey.LEAVE_GROUP, versions = "0-5", flexible = "4+")
public record LeaveGroupRequest(
        String groupId,
        @Versions("0-2") @Strict String memberId,
        @Versions("3+") @Strict List<Member> members)
        implements ApiMessage {

    /**
     * A member to take out.
     *
     * @param memberId may be empty for a static member
     * @param groupInstanceId the name of a static member, null for a dynamic one
     * @param reason why it leaves, for people
     */
    public record Member(
            String memberId,
            @Nullable("3+") @Default("null") String groupInstanceId,
            @Versions("5+") @Nullable("5+") @Default("null") String reason) {}
}
