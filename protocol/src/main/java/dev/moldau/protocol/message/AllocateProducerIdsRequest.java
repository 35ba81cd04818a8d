package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Request;

/**
 * A broker asks the controller for producer ids that nobody ever had.
 *
 * @param brokerEpoch which of its registrations asks, -1 for unknown
 */
@Request(api = ApiKey.ALLOCATE_PRODUCER_IDS, versions = "0", flexible = "0+")
public record AllocateProducerIdsRequest(int brokerId, @Default("-1") long brokerEpoch)
        implements ApiMessage {}
