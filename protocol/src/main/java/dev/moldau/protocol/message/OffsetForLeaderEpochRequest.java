package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks the leaders of partitions where epochs end in their logs, to find out what to truncate.
 *
 * @param replicaId the follower that asks, -1 for a client, -2 for a request that cannot say
 */
@Request(api = ApiKey.OFFSET_FOR_LEADER_EPOCH, versions = "0-4", flexible = "4+")
public record OffsetForLeaderEpochRequest(
        @Versions("3+") @Default("-2") int replicaId, List<Topic> topics) implements ApiMessage {

    /** What is asked of one topic. */
    public record Topic(String topic, List<Partition> partitions) {}

    /**
     * What is asked of one partition.
     *
     * @param currentLeaderEpoch the leader epoch that the asker knows, for fencing; -1 for none
     * @param leaderEpoch the epoch whose end is wanted
     */
    public record Partition(
            int partition,
            @Versions("2+") @Default("-1") int currentLeaderEpoch,
            int leaderEpoch) {}
}
