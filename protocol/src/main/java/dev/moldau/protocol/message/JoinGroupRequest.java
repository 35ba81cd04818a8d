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
 * Joins a classic group, or rejoins it at a rebalance; the answer waits for the other members.
 *
 * @param sessionTimeoutMs how long the member may be silent before it is taken for dead
 * @param rebalanceTimeoutMs how long the others wait for it at a rebalance; version 0 uses the
 *     session timeout
 * @param memberId empty at the first time
 * @param groupInstanceId the name of a static member, null for a dynamic one
 * @param protocolType such as {@code consumer} or {@code connect}
 * @param reason why the member joins, for people
 */
@Request(api = ApiKey.JOIN_GROUP, versions = "0-9", flexible = "6+")
public record JoinGroupRequest(
        String groupId,
        int sessionTimeoutMs,
        @Versions("1+") @Default("-1") int rebalanceTimeoutMs,
        String memberId,
        @Versions("5+") @Nullable("5+") @Default("null") @Strict String groupInstanceId,
        String protocolType,
        List<Protocol> protocols,
        @Versions("8+") @Nullable("8+") @Default("null") String reason)
        implements ApiMessage {

    /**
     * An assignor that the member knows, with what that assignor wants to hear from it.
     *
     * @param metadata opaque; for consumers a {@link ConsumerProtocolSubscription} after its
     *     version
     */
    public record Protocol(String name, ByteBuffer metadata) {}
}
