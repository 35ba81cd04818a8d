package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Versions;
import java.nio.ByteBuffer;
import java.util.List;

/** Describes classic groups. */
@Response(api = ApiKey.DESCRIBE_GROUPS, versions = "0-6", flexible = "5+")
public record DescribeGroupsResponse(@Versions("1+") int throttleTimeMs, List<Group> groups)
        implements ApiMessage {

    /**
     * A group, or why it cannot be described.
     *
     * @param groupState such as {@code Stable}, {@code Empty} or {@code Dead}
     * @param protocolType such as {@code consumer}
     * @param protocolData the assignor in use, empty if there is none
     * @param authorizedOperations bit n is set if operation n is allowed; the least int if nobody
     *     asked
     * @param generations Moldau's own: why the last generations began, oldest first
     */
    public record Group(
            short errorCode,
            @Versions("6+") @Nullable("6+") @Default("null") String errorMessage,
            String groupId,
            String groupState,
            String protocolType,
            String protocolData,
            List<Member> members,
            @Versions("3+") @Default("-2147483648") int authorizedOperations,
            @Versions("5+") @Tagged(tag = OwnTags.GENERATIONS, versions = "5+")
                    List<Generation> generations) {

        /** The group cannot be described. */
        public static Group error(
                String groupId,
                ErrorCode error,
                @org.jspecify.annotations.Nullable String errorMessage) {
            return new Group(
                    error.code(),
                    errorMessage,
                    groupId,
                    "",
                    "",
                    "",
                    List.of(),
                    AuthorizedOperations.NOT_ASKED,
                    List.of());
        }
    }

    /**
     * A member of a group.
     *
     * @param groupInstanceId the name of a static member, null for a dynamic one
     * @param memberMetadata what the member sent for the assignor in use
     * @param memberAssignment what the leader assigned to it
     */
    public record Member(
            String memberId,
            @Versions("4+") @Nullable("4+") @Default("null") String groupInstanceId,
            String clientId,
            String clientHost,
            ByteBuffer memberMetadata,
            ByteBuffer memberAssignment) {}

    /**
     * Why a generation of the group began and how long it took.
     *
     * @param generation its number
     * @param reason who joined, left, fell silent or changed its mind
     * @param members how many it has
     * @param beganMs when the rebalance began, in epoch ms
     * @param joinMs how long the members took to come, in milliseconds
     * @param syncMs how long it then took until all had their partitions; -1 if they have not
     */
    public record Generation(
            int generation, String reason, int members, long beganMs, long joinMs, long syncMs) {}
}
