package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Brings the committed offsets: of one group up to version 7, of several since.
 *
 * @param topics the offsets of the one group, up to version 7
 * @param errorCode what went wrong for the one group, up to version 7
 * @param groups the offsets of each group, since version 8
 */
@Response(api = ApiKey.OFFSET_FETCH, versions = "0-10", flexible = "6+")
public record OffsetFetchResponse(
        @Versions("3+") int throttleTimeMs,
        @Versions("0-7") List<Topic> topics,
        @Versions("2-7") short errorCode,
        @Versions("8+") List<Group> groups)
        implements ApiMessage {

    /** Offsets in one topic, named up to version 9 and identified by id since. */
    public record Topic(
            @Versions("0-9") String name,
            @Versions("10+") Uuid topicId,
            List<Partition> partitions) {}

    /**
     * The offset in one partition.
     *
     * @param committedOffset the next offset that the group will read, -1 if none is committed
     * @param committedLeaderEpoch the epoch of the last record that was read, -1 for unknown
     * @param metadata what the client stored with the offset
     */
    public record Partition(
            int partitionIndex,
            long committedOffset,
            @Versions("5+") @Default("-1") int committedLeaderEpoch,
            @Nullable("0+") String metadata,
            short errorCode) {

        /** No offset is committed, which is no error. */
        public static Partition none(int partitionIndex) {
            return error(partitionIndex, ErrorCode.NONE);
        }

        /** The offset cannot be told. */
        public static Partition error(int partitionIndex, ErrorCode error) {
            return new Partition(partitionIndex, -1, -1, "", error.code());
        }
    }

    /** One group and its offsets. */
    public record Group(String groupId, List<Topic> topics, short errorCode) {}
}
