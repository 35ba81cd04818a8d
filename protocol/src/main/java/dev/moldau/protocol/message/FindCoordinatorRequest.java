package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Asks which broker coordinates groups or transactions: one up to version 3, several since.
 *
 * @param key the one group or transactional id, up to version 3
 * @param keyType 0 for groups, 1 for transactions, 2 for share partitions
 * @param coordinatorKeys the ids, since version 4
 */
@Request(api = ApiKey.FIND_COORDINATOR, versions = "0-6", flexible = "3+")
public record FindCoordinatorRequest(
        @Versions("0-3") @Strict String key,
        @Versions("1+") @Strict byte keyType,
        @Versions("4+") @Strict List<String> coordinatorKeys)
        implements ApiMessage {}
