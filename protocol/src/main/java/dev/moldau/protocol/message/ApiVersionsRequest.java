package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Versions;

/**
 * Asks which APIs the broker serves in which versions; the first request of most clients.
 *
 * @param clusterId the cluster that the client expects, null if any will do
 * @param nodeId the broker that the client expects, -1 if any will do
 */
@Request(api = ApiKey.API_VERSIONS, versions = "0-5", flexible = "3+")
public record ApiVersionsRequest(
        @Versions("3+") String clientSoftwareName,
        @Versions("3+") String clientSoftwareVersion,
        @Versions("5+") @Nullable("5+") @Default("null") String clusterId,
        @Versions("5+") @Default("-1") int nodeId)
        implements ApiMessage {}
