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
 * Lists the brokers, the controller and the topics that were asked for.
 *
 * @param clusterAuthorizedOperations bit n is set if operation n is allowed; the least int if
 *     nobody asked
 * @param errorCode an error that concerns the whole request
 */
@Response(api = ApiKey.METADATA, versions = "0-13", flexible = "9+")
public record MetadataResponse(
        @Versions("3+") int throttleTimeMs,
        List<Broker> brokers,
        @Versions("2+") @Nullable("2+") @Default("null") String clusterId,
        @Versions("1+") @Default("-1") int controllerId,
        List<Topic> topics,
        @Versions("8-10") @Default("-2147483648") int clusterAuthorizedOperations,
        @Versions("13+") short errorCode)
        implements ApiMessage {

    /** A broker, through the listener that was asked. */
    public record Broker(
            int nodeId,
            String host,
            int port,
            @Versions("1+") @Nullable("1+") @Default("null") String rack) {}

    /**
     * A topic, or why it cannot be described.
     *
     * @param name null if the topic was asked for by an id that is unknown
     * @param topicAuthorizedOperations bit n is set if operation n is allowed; the least int if
     *     nobody asked
     */
    public record Topic(
            short errorCode,
            @Nullable("12+") String name,
            @Versions("10+") Uuid topicId,
            @Versions("1+") boolean isInternal,
            List<Partition> partitions,
            @Versions("8+") @Default("-2147483648") int topicAuthorizedOperations) {

        /**
         * The topic cannot be described.
         *
         * @param name null only from version 12 on, for a topic asked for by id
         */
        public static Topic error(
                @org.jspecify.annotations.Nullable String name, Uuid topicId, ErrorCode error) {
            return new Topic(
                    error.code(), name, topicId, false, List.of(), AuthorizedOperations.NOT_ASKED);
        }
    }

    /**
     * A partition and its replicas.
     *
     * @param leaderId -1 if there is no leader
     * @param offlineReplicas the replicas whose broker or disk is away
     */
    public record Partition(
            short errorCode,
            int partitionIndex,
            int leaderId,
            @Versions("7+") @Default("-1") int leaderEpoch,
            List<Integer> replicaNodes,
            List<Integer> isrNodes,
            @Versions("5+") List<Integer> offlineReplicas) {}
}
