package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Stores how far a group has come in partitions.
 *
 * @param generationIdOrMemberEpoch the generation of a classic group or the epoch of a member; -1
 *     for a commit from outside
 * @param memberId empty for a commit from outside the group
 * @param groupInstanceId the name of a static member, null for a dynamic one
 * @param retentionTimeMs how long to keep the offsets, -1 for the broker's setting
 */
@Request(api = ApiKey.OFFSET_COMMIT, versions = "0-10", flexible = "8+")
public record OffsetCommitRequest(
        String groupId,
        @Versions("1+") @Default("-1") int generationIdOrMemberEpoch,
        @Versions("1+") String memberId,
        @Versions("7+") @Nullable("7+") @Default("null") @Strict String groupInstanceId,
        @Versions("2-4") @Default("-1") long retentionTimeMs,
        List<Topic> topics)
        implements ApiMessage {

    /** Offsets in one topic, named up to version 9 and identified by id since. */
    public record Topic(
            @Versions("0-9") String name,
            @Versions("10+") Uuid topicId,
            List<Partition> partitions) {}

    /**
     * The offset in one partition.
     *
     * @param committedOffset the next offset that the group will read
     * @param committedLeaderEpoch the epoch of the last record that was read, -1 for unknown
     * @param commitTimestamp the time of the commit, -1 for now, version 1 only
     * @param committedMetadata whatever the client wants to keep with the offset
     */
    public record Partition(
            int partitionIndex,
            long committedOffset,
            @Versions("6+") @Default("-1") int committedLeaderEpoch,
            @Versions("1") @Default("-1") @Strict long commitTimestamp,
            @Nullable("0+") String committedMetadata) {}
}
