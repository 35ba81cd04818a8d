package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;

/** Adds the offsets of a group to a transaction. */
@Request(api = ApiKey.ADD_OFFSETS_TO_TXN, versions = "0-4", flexible = "3+")
public record AddOffsetsToTxnRequest(
        String transactionalId, long producerId, short producerEpoch, String groupId)
        implements ApiMessage {}
