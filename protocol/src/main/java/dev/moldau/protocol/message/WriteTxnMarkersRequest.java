package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Tells the leaders of partitions, from the transaction coordinator, how transactions ended. */
@Request(api = ApiKey.WRITE_TXN_MARKERS, versions = "0-2", flexible = "1+")
public record WriteTxnMarkersRequest(List<Marker> markers) implements ApiMessage {

    /**
     * The end of one transaction.
     *
     * @param transactionResult true for a commit, false for an abort
     * @param coordinatorEpoch the leader epoch of the coordinator's partition, for fencing
     * @param transactionVersion the level of the feature {@code transaction.version} that the
     *     producer used
     */
    public record Marker(
            long producerId,
            short producerEpoch,
            boolean transactionResult,
            List<Topic> topics,
            int coordinatorEpoch,
            @Versions("2+") byte transactionVersion) {}

    /** Partitions of one topic that get the marker. */
    public record Topic(String name, List<Integer> partitionIndexes) {}
}
