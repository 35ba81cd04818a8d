package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Says for every partition where its batches went or why they were refused.
 *
 * @param nodeEndpoints where the leaders named in {@code currentLeader} listen
 */
@Response(api = ApiKey.PRODUCE, versions = "0-13", flexible = "9+")
public record ProduceResponse(
        List<Topic> responses,
        @Versions("1+") int throttleTimeMs,
        @Versions("10+") @Tagged(tag = 0, versions = "10+") List<NodeEndpoint> nodeEndpoints)
        implements ApiMessage {

    /** The outcome for the partitions of one topic. */
    public record Topic(
            @Versions("0-12") String name,
            @Versions("13+") Uuid topicId,
            List<Partition> partitionResponses) {}

    /**
     * The outcome for one partition.
     *
     * @param baseOffset the offset that the first record got, -1 after an error
     * @param logAppendTimeMs the leader's clock at the append if the topic stamps records so, else
     *     -1
     * @param currentLeader the leader to go to instead, after an error that says this broker is not
     */
    public record Partition(
            int index,
            short errorCode,
            long baseOffset,
            @Versions("2+") @Default("-1") long logAppendTimeMs,
            @Versions("5+") @Default("-1") long logStartOffset,
            @Versions("8+") List<RecordError> recordErrors,
            @Versions("8+") @Nullable("8+") @Default("null") String errorMessage,
            @Versions("10+") @Tagged(tag = 0, versions = "10+") Leader currentLeader) {

        /** The batches are in the log. */
        public static Partition appended(
                int index, long baseOffset, long logAppendTimeMs, long logStartOffset) {
            return new Partition(
                    index,
                    ErrorCode.NONE.code(),
                    baseOffset,
                    logAppendTimeMs,
                    logStartOffset,
                    List.of(),
                    null,
                    Leader.UNKNOWN);
        }

        /** Nothing was appended. */
        public static Partition error(int index, ErrorCode error) {
            return new Partition(index, error.code(), -1, -1, -1, List.of(), null, Leader.UNKNOWN);
        }
    }

    /**
     * A record that made the leader refuse its whole batch.
     *
     * @param batchIndex the place of the record in its batch, from 0
     */
    public record RecordError(
            int batchIndex, @Nullable("8+") @Default("null") String batchIndexErrorMessage) {}

    /** The leader of a partition as far as the answering broker knows. */
    public record Leader(@Default("-1") int leaderId, @Default("-1") int leaderEpoch) {

        /** Nothing is known; also what stands for "no hint". */
        public static final Leader UNKNOWN = new Leader(-1, -1);
    }

    /** Where a broker can be reached through the listener that was asked. */
    public record NodeEndpoint(
            int nodeId, String host, int port, @Nullable("10+") @Default("null") String rack) {}
}
