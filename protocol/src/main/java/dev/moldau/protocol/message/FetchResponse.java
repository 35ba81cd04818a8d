package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.Records;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Brings the records that were asked for, as they lie in the log.
 *
 * @param errorCode an error that concerns the whole request, such as one of its session
 * @param sessionId the fetch session, 0 if there is none
 * @param nodeEndpoints where the leaders named in {@code currentLeader} listen
 */
@Response(api = ApiKey.FETCH, versions = "0-18", flexible = "12+")
public record FetchResponse(
        @Versions("1+") int throttleTimeMs,
        @Versions("7+") short errorCode,
        @Versions("7+") int sessionId,
        List<Topic> responses,
        @Versions("16+") @Tagged(tag = 0, versions = "16+") List<NodeEndpoint> nodeEndpoints)
        implements ApiMessage {

    /** The whole request fails. */
    public static FetchResponse error(ErrorCode error) {
        return new FetchResponse(0, error.code(), 0, List.of(), List.of());
    }

    /** The partitions of one topic. */
    public record Topic(
            @Versions("0-12") String topic,
            @Versions("13+") Uuid topicId,
            List<Partition> partitions) {}

    /**
     * The records of one partition and the marks of its log.
     *
     * @param highWatermark the offset up to which every in-sync replica has the log
     * @param lastStableOffset the offset below which every transaction is decided, -1 for unknown
     * @param divergingEpoch where the leader's log leaves the follower's, for truncation; -1 in
     *     both for no divergence
     * @param currentLeader the leader to go to instead, after an error that says this broker is not
     * @param snapshotId the snapshot to fetch instead, only in a metadata log
     * @param abortedTransactions null when uncommitted records are read too
     * @param preferredReadReplica the broker that the client should read from instead, -1 for this
     *     one
     * @param records null stands for no records, too
     */
    public record Partition(
            int partitionIndex,
            short errorCode,
            long highWatermark,
            @Versions("4+") @Default("-1") long lastStableOffset,
            @Versions("5+") @Default("-1") long logStartOffset,
            @Versions("12+") @Tagged(tag = 0, versions = "12+") EpochEndOffset divergingEpoch,
            @Versions("12+") @Tagged(tag = 1, versions = "12+") Leader currentLeader,
            @Versions("12+") @Tagged(tag = 2, versions = "12+") SnapshotId snapshotId,
            @Versions("4+") @Nullable("4+") List<AbortedTransaction> abortedTransactions,
            @Versions("11+") @Default("-1") int preferredReadReplica,
            @Nullable("0+") Records records) {

        /**
         * Records for a client.
         *
         * @param abortedTransactions null when uncommitted records are read too
         */
        public static Partition of(
                int partitionIndex,
                long highWatermark,
                long lastStableOffset,
                long logStartOffset,
                @org.jspecify.annotations.Nullable List<AbortedTransaction> abortedTransactions,
                Records records) {
            return new Partition(
                    partitionIndex,
                    ErrorCode.NONE.code(),
                    highWatermark,
                    lastStableOffset,
                    logStartOffset,
                    EpochEndOffset.NONE,
                    Leader.UNKNOWN,
                    SnapshotId.NONE,
                    abortedTransactions,
                    -1,
                    records);
        }

        /** No records. */
        public static Partition error(int partitionIndex, ErrorCode error) {
            return new Partition(
                    partitionIndex,
                    error.code(),
                    -1,
                    -1,
                    -1,
                    EpochEndOffset.NONE,
                    Leader.UNKNOWN,
                    SnapshotId.NONE,
                    null,
                    -1,
                    MemoryRecords.EMPTY);
        }
    }

    /** The last epoch that follower and leader share, and its end in the leader's log. */
    public record EpochEndOffset(@Default("-1") int epoch, @Default("-1") long endOffset) {

        /** The logs do not diverge. */
        public static final EpochEndOffset NONE = new EpochEndOffset(-1, -1);
    }

    /** The leader of a partition as far as the answering broker knows. */
    public record Leader(@Default("-1") int leaderId, @Default("-1") int leaderEpoch) {

        /** Nothing is known; also what stands for "no hint". */
        public static final Leader UNKNOWN = new Leader(-1, -1);
    }

    /** A snapshot of a metadata log, by the place in the log where it was taken. */
    public record SnapshotId(@Default("-1") long endOffset, @Default("-1") int epoch) {

        /** There is no snapshot to fetch. */
        public static final SnapshotId NONE = new SnapshotId(-1, -1);
    }

    /** A producer whose records must be skipped from an offset on, until its abort marker. */
    public record AbortedTransaction(long producerId, long firstOffset) {}

    /** Where a broker can be reached through the listener that was asked. */
    public record NodeEndpoint(
            int nodeId, String host, int port, @Nullable("16+") @Default("null") String rack) {}
}
