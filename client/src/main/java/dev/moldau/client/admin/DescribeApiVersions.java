package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiVersionsRequest;
import dev.moldau.protocol.message.ApiVersionsResponse;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Tells which APIs brokers serve in which versions. */
final class DescribeApiVersions
        implements Operation<Integer, Map<ApiKey, Features.Levels>, ApiVersionsResponse> {

    @Override
    public String name() {
        return "describeApiVersions";
    }

    @Override
    public ApiKey api() {
        return ApiKey.API_VERSIONS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 4;
    }

    @Override
    public Target target(Integer key) {
        return new Target.Broker(key);
    }

    @Override
    public ApiMessage message(List<Integer> keys, short version, int timeoutMs) {

        return new ApiVersionsRequest("moldau-admin", "1", null, -1);
    }

    @Override
    public void answered(
            List<Integer> keys,
            ApiVersionsResponse response,
            short version,
            Node node,
            Verdicts<Integer, Map<ApiKey, Features.Levels>> verdicts) {

        Map<ApiKey, Features.Levels> versions = new EnumMap<>(ApiKey.class);
        for (ApiVersionsResponse.Api api : response.apiKeys()) {
            ApiKey.of(api.apiKey())
                    .ifPresent(
                            key ->
                                    versions.put(
                                            key,
                                            new Features.Levels(
                                                    api.minVersion(), api.maxVersion())));
        }
        keys.forEach(key -> verdicts.settle(key, response.errorCode(), null, Map.copyOf(versions)));
    }
}
