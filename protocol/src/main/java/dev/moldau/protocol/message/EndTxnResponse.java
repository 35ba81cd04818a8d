package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;

/** Says whether the end is decided, and since version 5 with which id and epoch to go on. */
@Response(api = ApiKey.END_TXN, versions = "0-5", flexible = "3+")
public record EndTxnResponse(
        int throttleTimeMs,
        short errorCode,
        @Versions("5+") @Default("-1") long producerId,
        @Versions("5+") @Default("-1") short producerEpoch)
        implements ApiMessage {}
