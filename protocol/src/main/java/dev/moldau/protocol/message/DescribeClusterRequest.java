package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;

/**
 * Asks which brokers or controllers there are.
 *
 * @param endpointType 1 for brokers, 2 for controllers
 */
@Request(api = ApiKey.DESCRIBE_CLUSTER, versions = "0-2", flexible = "0+")
public record DescribeClusterRequest(
        boolean includeClusterAuthorizedOperations,
        @Versions("1+") @Default("1") @Strict byte endpointType,
        @Versions("2+") @Strict boolean includeFencedBrokers)
        implements ApiMessage {}
