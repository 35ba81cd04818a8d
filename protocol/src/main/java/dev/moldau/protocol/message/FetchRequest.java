package dev.moldau.protocol.message;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks for records from an offset on, for a client or for a follower; may wait until enough are
 * there.
 *
 * @param replicaId the follower that asks up to version 14, -1 for a client; afterwards see {@code
 *     replicaState}
 * @param isolationLevel 0 to read everything, 1 to read only what committed transactions wrote
 * @param sessionId the incremental fetch session, 0 for none or a new one
 * @param sessionEpoch counts the requests of a session; 0 opens one, -1 closes it or goes without
 * @param forgottenTopicsData the partitions that leave the session
 */
@Request(api = ApiKey.FETCH, versions = "0-18", flexible = "12+")
public record FetchRequest(
        @Versions("12+") @Nullable("12+") @Tagged(tag = 0, versions = "12+") @Default("null")
                String clusterId,
        @Versions("0-14") @Default("-1") @Strict int replicaId,
        @Versions("15+") @Tagged(tag = 1, versions = "15+") @Strict Replica replicaState,
        int maxWaitMs,
        int minBytes,
        @Versions("3+") @Default("2147483647") int maxBytes,
        @Versions("4+") byte isolationLevel,
        @Versions("7+") int sessionId,
        @Versions("7+") @Default("-1") int sessionEpoch,
        List<Topic> topics,
        @Versions("7+") @Strict List<ForgottenTopic> forgottenTopicsData,
        @Versions("11+") String rackId)
        implements ApiMessage {

    /** The follower that asks, wherever the version says it; -1 for a client. */
    public int followerId() {
        return replicaState.replicaId() >= 0 ? replicaState.replicaId() : replicaId;
    }

    /**
     * The follower that asks, from version 15 on.
     *
     * @param replicaId -1 for a client
     * @param replicaEpoch the epoch of the follower's registration, -1 for unknown
     */
    public record Replica(@Default("-1") int replicaId, @Default("-1") long replicaEpoch) {

        /** No follower but a client asks, or the version says it elsewhere. */
        public static final Replica CLIENT = new Replica(-1, -1);
    }

    /** What to fetch from one topic, named up to version 12 and identified by id since. */
    public record Topic(
            @Versions("0-12") String topic,
            @Versions("13+") Uuid topicId,
            List<Partition> partitions) {}

    /**
     * From where and how much to fetch from one partition.
     *
     * @param currentLeaderEpoch the leader epoch that the asker knows, for fencing; -1 for none
     * @param lastFetchedEpoch the epoch of the last record that the follower has, -1 for none;
     *     finds divergence
     * @param logStartOffset where the follower's log begins, -1 for a client
     * @param partitionMaxBytes a limit that the first batch of the response may exceed
     * @param highWatermark the mark that the follower knows, -1 for none; the highest value if it
     *     does not tell
     */
    public record Partition(
            int partition,
            @Versions("9+") @Default("-1") int currentLeaderEpoch,
            long fetchOffset,
            @Versions("12+") @Default("-1") @Strict int lastFetchedEpoch,
            @Versions("5+") @Default("-1") long logStartOffset,
            int partitionMaxBytes,
            @Versions("17+") @Tagged(tag = 0, versions = "17+") Uuid replicaDirectoryId,
            @Versions("18+") @Tagged(tag = 1, versions = "18+") @Default("9223372036854775807")
                    long highWatermark) {}

    /** Partitions of one topic that leave the fetch session. */
    public record ForgottenTopic(
            @Versions("7-12") String topic,
            @Versions("13+") Uuid topicId,
            List<Integer> partitions) {}
}
