package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Versions;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One generation of a classic group in {@code __consumer_offsets}.
 *
 * @param protocol the assignor, null if the group is empty
 * @param leader null if the group is empty
 * @param currentStateTimestamp when the group came into its state, -1 for unknown
 */
@Data(versions = "0-4", flexible = "4+")
public record GroupMetadataValue(
        String protocolType,
        int generation,
        @Nullable("0+") String protocol,
        @Nullable("0+") String leader,
        @Versions("2+") @Default("-1") long currentStateTimestamp,
        List<Member> members)
        implements ApiMessage {

    /**
     * A member of the generation.
     *
     * @param groupInstanceId the name of a static member, null for a dynamic one
     * @param rebalanceTimeout in milliseconds, -1 for the session timeout
     * @param sessionTimeout in milliseconds
     * @param subscription what the member sent for the assignor
     * @param assignment what the leader assigned to it
     */
    public record Member(
            String memberId,
            @Versions("3+") @Nullable("3+") @Default("null") String groupInstanceId,
            String clientId,
            String clientHost,
            @Versions("1+") @Default("-1") int rebalanceTimeout,
            int sessionTimeout,
            ByteBuffer subscription,
            ByteBuffer assignment) {}
}
