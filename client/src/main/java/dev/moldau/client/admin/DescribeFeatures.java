package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiVersionsRequest;
import dev.moldau.protocol.message.ApiVersionsResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells the features of the cluster, through any broker. */
final class DescribeFeatures implements Operation<String, Features, ApiVersionsResponse> {

    @Override
    public String name() {
        return "describeFeatures";
    }

    @Override
    public ApiKey api() {
        return ApiKey.API_VERSIONS;
    }

    @Override
    public short lowestVersion() {
        return 3;
    }

    @Override
    public short highestVersion() {
        return 4;
    }

    @Override
    public Target target(String key) {
        return new Target.Any();
    }

    @Override
    public ApiMessage message(List<String> keys, short version, int timeoutMs) {

        return new ApiVersionsRequest("moldau-admin", "1", null, -1);
    }

    @Override
    public void answered(
            List<String> keys,
            ApiVersionsResponse response,
            short version,
            Node node,
            Verdicts<String, Features> verdicts) {

        Map<String, Features.Levels> finalized = new HashMap<>();
        for (ApiVersionsResponse.FinalizedFeature feature : response.finalizedFeatures()) {
            finalized.put(
                    feature.name(),
                    new Features.Levels(feature.minVersionLevel(), feature.maxVersionLevel()));
        }
        Map<String, Features.Levels> supported = new HashMap<>();
        for (ApiVersionsResponse.SupportedFeature feature : response.supportedFeatures()) {
            supported.put(
                    feature.name(),
                    new Features.Levels(feature.minVersion(), feature.maxVersion()));
        }
        Features features = new Features(finalized, supported, response.finalizedFeaturesEpoch());
        keys.forEach(key -> verdicts.settle(key, response.errorCode(), null, features));
    }
}
