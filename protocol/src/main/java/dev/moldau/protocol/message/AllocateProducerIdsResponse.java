package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Response;

/**
 * Hands out producer ids.
 *
 * @param producerIdStart the first
 * @param producerIdLen how many
 */
@Response(api = ApiKey.ALLOCATE_PRODUCER_IDS, versions = "0", flexible = "0+")
public record AllocateProducerIdsResponse(
        int throttleTimeMs, short errorCode, long producerIdStart, int producerIdLen)
        implements ApiMessage {}
