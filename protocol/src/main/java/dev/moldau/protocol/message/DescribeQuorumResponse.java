package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Unsigned16;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Describes a metadata quorum. */
@Response(api = ApiKey.DESCRIBE_QUORUM, versions = "0-2", flexible = "0+")
public record DescribeQuorumResponse(
        short errorCode,
        @Versions("2+") @Nullable("2+") String errorMessage,
        List<Topic> topics,
        @Versions("2+") List<Node> nodes)
        implements ApiMessage {

    /** The quorums of one topic. */
    public record Topic(String topicName, List<Partition> partitions) {}

    /** The quorum of one partition. */
    public record Partition(
            int partitionIndex,
            short errorCode,
            @Versions("2+") @Nullable("2+") String errorMessage,
            int leaderId,
            int leaderEpoch,
            long highWatermark,
            List<Replica> currentVoters,
            List<Replica> observers) {}

    /**
     * How far one replica has come.
     *
     * @param lastFetchTimestamp when the leader last heard from it, -1 for unknown
     * @param lastCaughtUpTimestamp when it last had all that the leader has, -1 for unknown
     */
    public record Replica(
            int replicaId,
            @Versions("2+") Uuid replicaDirectoryId,
            long logEndOffset,
            @Versions("1+") @Default("-1") long lastFetchTimestamp,
            @Versions("1+") @Default("-1") long lastCaughtUpTimestamp) {}

    /** A voter or observer and where it listens. */
    public record Node(int nodeId, List<Listener> listeners) {}

    /** A listener of a node. */
    public record Listener(String name, String host, @Unsigned16 int port) {}
}
