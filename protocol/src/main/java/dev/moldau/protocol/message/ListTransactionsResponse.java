package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;
import java.util.List;

/**
 * Lists transactions.
 *
 * @param unknownStateFilters the states of the request that do not exist
 */
@Response(api = ApiKey.LIST_TRANSACTIONS, versions = "0-2", flexible = "0+")
public record ListTransactionsResponse(
        int throttleTimeMs,
        short errorCode,
        List<String> unknownStateFilters,
        List<Transaction> transactionStates)
        implements ApiMessage {

    /** A transaction in short. */
    public record Transaction(String transactionalId, long producerId, String transactionState) {}
}
