package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Says where epochs end. */
@Response(api = ApiKey.OFFSET_FOR_LEADER_EPOCH, versions = "0-4", flexible = "4+")
public record OffsetForLeaderEpochResponse(@Versions("2+") int throttleTimeMs, List<Topic> topics)
        implements ApiMessage {

    /** The answers for one topic. */
    public record Topic(String topic, List<Partition> partitions) {}

    /**
     * The answer for one partition.
     *
     * @param leaderEpoch the greatest epoch in the log up to the one that was asked for, -1 for
     *     none
     * @param endOffset the offset after the last record of that epoch, -1 for none
     */
    public record Partition(
            short errorCode,
            int partition,
            @Versions("1+") @Default("-1") int leaderEpoch,
            @Default("-1") long endOffset) {

        /** No answer. */
        public static Partition error(int partition, ErrorCode error) {
            return new Partition(error.code(), partition, -1, -1);
        }
    }
}
