package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Response;

/**
 * Grants a producer id and epoch.
 *
 * @param producerId -1 after an error
 */
@Response(api = ApiKey.INIT_PRODUCER_ID, versions = "0-5", flexible = "2+")
public record InitProducerIdResponse(
        int throttleTimeMs, short errorCode, @Default("-1") long producerId, short producerEpoch)
        implements ApiMessage {

    /** No id is granted. */
    public static InitProducerIdResponse error(ErrorCode error) {
        return new InitProducerIdResponse(0, error.code(), -1, (short) -1);
    }
}
