package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks the leaders of partitions for offsets by time or by special place.
 *
 * @param replicaId the follower that asks, -1 for a client
 * @param isolationLevel 1 bounds the answer by the last stable offset, 0 by the high watermark
 * @param timeoutMs how long the broker may wait for a tiered log
 */
@Request(api = ApiKey.LIST_OFFSETS, versions = "0-11", flexible = "6+")
public record ListOffsetsRequest(
        int replicaId,
        @Versions("2+") @Strict byte isolationLevel,
        List<Topic> topics,
        @Versions("10+") int timeoutMs)
        implements ApiMessage {

    /** What is asked of one topic. */
    public record Topic(String name, List<Partition> partitions) {}

    /**
     * What is asked of one partition.
     *
     * @param currentLeaderEpoch the leader epoch that the asker knows, for fencing; -1 for none
     * @param timestamp a time in milliseconds, or -1 for the end, -2 for the start, -3 for the
     *     greatest time, -4 for the start of the local log, -5 for the end of the tiered log, -6
     *     for what waits for tiering
     * @param maxNumOffsets how many offsets of segments to list, version 0 only
     */
    public record Partition(
            int partitionIndex,
            @Versions("4+") @Default("-1") int currentLeaderEpoch,
            long timestamp,
            @Versions("0") @Default("1") @Strict int maxNumOffsets) {}
}
