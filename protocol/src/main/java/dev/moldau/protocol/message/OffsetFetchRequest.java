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
 * Asks how far groups have come: one group up to version 7, several since.
 *
 * @param groupId the one group, up to version 7
 * @param topics the partitions of the one group up to version 7, null for all
 * @param groups the groups, since version 8
 * @param requireStable whether to hold back offsets that an open transaction may still change
 */
@Request(api = ApiKey.OFFSET_FETCH, versions = "0-10", flexible = "6+")
public record OffsetFetchRequest(
        @Versions("0-7") @Strict String groupId,
        @Versions("0-7") @Nullable("2-7") @Strict List<Topic> topics,
        @Versions("8+") @Strict List<Group> groups,
        @Versions("7+") @Strict boolean requireStable)
        implements ApiMessage {

    /** Partitions of one topic, named up to version 9 and identified by id since. */
    public record Topic(
            @Versions("0-9") String name,
            @Versions("10+") Uuid topicId,
            List<Integer> partitionIndexes) {}

    /**
     * One group and the partitions of interest.
     *
     * @param memberId the member that asks, null if none does
     * @param memberEpoch its epoch, -1 if no member asks
     * @param topics null for all
     */
    public record Group(
            String groupId,
            @Versions("9+") @Nullable("9+") @Default("null") String memberId,
            @Versions("9+") @Default("-1") int memberEpoch,
            @Nullable("8+") List<Topic> topics) {}
}
