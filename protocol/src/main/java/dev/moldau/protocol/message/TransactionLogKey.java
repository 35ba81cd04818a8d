package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Data;

/** The key of a transaction in {@code __transaction_state}. */
@Data(versions = "0")
public record TransactionLogKey(String transactionalId) implements ApiMessage {}
