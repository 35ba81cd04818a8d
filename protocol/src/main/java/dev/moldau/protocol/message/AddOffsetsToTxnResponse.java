package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;

/** Says whether the group's offsets are part of the transaction. */
@Response(api = ApiKey.ADD_OFFSETS_TO_TXN, versions = "0-4", flexible = "3+")
public record AddOffsetsToTxnResponse(int throttleTimeMs, short errorCode) implements ApiMessage {}
