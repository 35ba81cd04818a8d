package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Request;
import dev.moldau.protocol.schema.Strict;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Settles the cluster on levels of features. */
@Request(api = ApiKey.UPDATE_FEATURES, versions = "0-2", flexible = "0+")
public record UpdateFeaturesRequest(
        @Default("60000") int timeoutMs,
        List<FeatureUpdate> featureUpdates,
        @Versions("1+") @Strict boolean validateOnly)
        implements ApiMessage {

    /**
     * The level for one feature.
     *
     * @param maxVersionLevel the level, below 1 to remove the feature
     * @param allowDowngrade whether the level may sink, version 0 only
     * @param upgradeType 1 only upwards, 2 downwards if nothing is lost, 3 downwards whatever is
     *     lost
     */
    public record FeatureUpdate(
            String feature,
            short maxVersionLevel,
            @Versions("0") @Strict boolean allowDowngrade,
            @Versions("1+") @Default("1") @Strict byte upgradeType) {}
}
