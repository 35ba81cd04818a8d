package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Says for every partition whether it is part of its transaction.
 *
 * @param errorCode an error that concerns the whole request
 */
@Response(api = ApiKey.ADD_PARTITIONS_TO_TXN, versions = "0-5", flexible = "3+")
public record AddPartitionsToTxnResponse(
        int throttleTimeMs,
        @Versions("4+") short errorCode,
        @Versions("4+") List<Transaction> resultsByTransaction,
        @Versions("0-3") List<Topic> resultsByTopicV3AndBelow)
        implements ApiMessage {

    /** The outcome for one transaction. */
    public record Transaction(String transactionalId, List<Topic> topicResults) {}

    /** The outcome for one topic. */
    public record Topic(String name, List<Partition> resultsByPartition) {}

    /** The outcome for one partition. */
    public record Partition(int partitionIndex, short partitionErrorCode) {}
}
