package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks a broker for the transactions that it coordinates.
 *
 * @param stateFilters the states of interest, empty for all
 * @param producerIdFilters the producers of interest, empty for all
 * @param durationFilter how long a transaction must have been open, in milliseconds; negative for
 *     any
 * @param transactionalIdPattern a regular expression, null for any
 */
@Request(api = ApiKey.LIST_TRANSACTIONS, versions = "0-2", flexible = "0+")
public record ListTransactionsRequest(
        List<String> stateFilters,
        List<Long> producerIdFilters,
        @Versions("1+") @Default("-1") @Strict long durationFilter,
        @Versions("2+") @Nullable("2+") @Default("null") @Strict String transactionalIdPattern)
        implements ApiMessage {}
