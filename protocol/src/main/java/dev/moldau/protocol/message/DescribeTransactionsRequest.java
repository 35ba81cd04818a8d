package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import java.util.List;

/** Asks the coordinator for the state of transactions. */
@Request(api = ApiKey.DESCRIBE_TRANSACTIONS, versions = "0", flexible = "0+")
public record DescribeTransactionsRequest(List<String> transactionalIds) implements ApiMessage {}
