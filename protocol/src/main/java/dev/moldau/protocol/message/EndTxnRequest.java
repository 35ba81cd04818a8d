package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;

/**
 * Commits or aborts a transaction.
 *
 * @param committed false to abort
 */
@Request(api = ApiKey.END_TXN, versions = "0-5", flexible = "3+")
public record EndTxnRequest(
        String transactionalId, long producerId, short producerEpoch, boolean committed)
        implements ApiMessage {}
