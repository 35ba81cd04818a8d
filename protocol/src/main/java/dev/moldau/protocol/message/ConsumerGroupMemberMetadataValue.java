package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Tagged;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Who a member of a consumer group is and what it wants, in {@code __consumer_offsets}.
 *
 * @param instanceId the name of a static member, null for a dynamic one
 * @param subscribedTopicRegex null for none
 * @param rebalanceTimeoutMs how long it may take to give partitions up
 * @param serverAssignor the assignor that it prefers, null for any
 * @param classicMemberMetadata what only a member that speaks the classic protocol has, or null
 */
@Data(versions = "0", flexible = "0+")
public record ConsumerGroupMemberMetadataValue(
        @Nullable("0+") String instanceId,
        @Nullable("0+") String rackId,
        String clientId,
        String clientHost,
        List<String> subscribedTopicNames,
        @Nullable("0+") String subscribedTopicRegex,
        @Default("-1") int rebalanceTimeoutMs,
        @Nullable("0+") String serverAssignor,
        @Tagged(tag = 0, versions = "0+") @Nullable("0+")
                ClassicMemberMetadata classicMemberMetadata)
        implements ApiMessage {

    /** A member that speaks the classic protocol. */
    public record ClassicMemberMetadata(
            int sessionTimeoutMs, List<ClassicProtocol> supportedProtocols) {}

    /** An assignor that such a member supports, with what it would tell it. */
    public record ClassicProtocol(String name, ByteBuffer metadata) {}
}
