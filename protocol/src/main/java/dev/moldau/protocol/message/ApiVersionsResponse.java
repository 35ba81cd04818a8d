package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Tagged;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Lists APIs, their versions and the features of the cluster.
 *
 * @param finalizedFeaturesEpoch grows when features are finalized, -1 for unknown
 * @param zkMigrationReady whether a controller can take over from ZooKeeper brokers
 */
@Response(api = ApiKey.API_VERSIONS, versions = "0-5", flexible = "3+")
public record ApiVersionsResponse(
        short errorCode,
        List<Api> apiKeys,
        @Versions("1+") int throttleTimeMs,
        @Versions("3+") @Tagged(tag = 0, versions = "3+") List<SupportedFeature> supportedFeatures,
        @Versions("3+") @Tagged(tag = 1, versions = "3+") @Default("-1")
                long finalizedFeaturesEpoch,
        @Versions("3+") @Tagged(tag = 2, versions = "3+") List<FinalizedFeature> finalizedFeatures,
        @Versions("3+") @Tagged(tag = 3, versions = "3+") boolean zkMigrationReady)
        implements ApiMessage {

    /** The versions in which one API is served. */
    public record Api(short apiKey, short minVersion, short maxVersion) {}

    /** The levels of a feature that the broker can live with. */
    public record SupportedFeature(String name, short minVersion, short maxVersion) {}

    /** The levels of a feature that the cluster has settled on. */
    public record FinalizedFeature(String name, short maxVersionLevel, short minVersionLevel) {}
}
