package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;

/**
 * Asks for a producer id and epoch, and for a transactional producer ends what its predecessor left
 * open.
 *
 * @param transactionalId null for a producer that is only idempotent
 * @param producerId the id that the producer has and wants to go on with, -1 for none
 * @param producerEpoch the epoch that goes with it, -1 for none
 */
@Request(api = ApiKey.INIT_PRODUCER_ID, versions = "0-5", flexible = "2+")
public record InitProducerIdRequest(
        @Nullable("0+") String transactionalId,
        int transactionTimeoutMs,
        @Versions("3+") @Default("-1") @Strict long producerId,
        @Versions("3+") @Default("-1") @Strict short producerEpoch)
        implements ApiMessage {}
