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
 * Stores how far a group has come, as part of a transaction.
 *
 * @param generationIdOrMemberEpoch the generation of a classic group or the epoch of a member, -1
 *     for unknown
 * @param memberId empty for unknown
 * @param groupInstanceId the name of a static member, null for a dynamic one
 */
@Request(api = ApiKey.TXN_OFFSET_COMMIT, versions = "0-6", flexible = "3+")
public record TxnOffsetCommitRequest(
        String transactionalId,
        String groupId,
        long producerId,
        short producerEpoch,
        @Versions("3+") @Default("-1") @Strict int generationIdOrMemberEpoch,
        @Versions("3+") @Strict String memberId,
        @Versions("3+") @Nullable("3+") @Default("null") @Strict String groupInstanceId,
        List<Topic> topics)
        implements ApiMessage {

    /** Offsets in one topic, named up to version 5 and identified by id since. */
    public record Topic(
            @Versions("0-5") String name,
            @Versions("6+") Uuid topicId,
            List<Partition> partitions) {}

    /**
     * The offset in one partition.
     *
     * @param committedOffset the next offset that the group will read
     * @param committedLeaderEpoch the epoch of the last record that was read, -1 for unknown
     * @param committedMetadata whatever the client wants to keep with the offset
     */
    public record Partition(
            int partitionIndex,
            long committedOffset,
            @Versions("2+") @Default("-1") int committedLeaderEpoch,
            @Nullable("0+") String committedMetadata) {}
}
