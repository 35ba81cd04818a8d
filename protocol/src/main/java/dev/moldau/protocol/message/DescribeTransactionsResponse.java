package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/** Describes transactions. */
@Response(api = ApiKey.DESCRIBE_TRANSACTIONS, versions = "0", flexible = "0+")
public record DescribeTransactionsResponse(int throttleTimeMs, List<Transaction> transactionStates)
        implements ApiMessage {

    /**
     * A transaction, or why it cannot be described.
     *
     * @param transactionState such as {@code Ongoing} or {@code CompleteCommit}
     * @param transactionStartTimeMs -1 if none is open
     */
    public record Transaction(
            short errorCode,
            String transactionalId,
            String transactionState,
            int transactionTimeoutMs,
            long transactionStartTimeMs,
            long producerId,
            short producerEpoch,
            List<Topic> topics) {}

    /** Partitions of one topic that are part of the transaction. */
    public record Topic(String topic, List<Integer> partitions) {}
}
