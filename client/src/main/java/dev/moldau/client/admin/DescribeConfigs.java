package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.DescribeConfigsRequest;
import dev.moldau.protocol.message.DescribeConfigsResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells settings, through the broker concerned or any. */
final class DescribeConfigs
        implements Operation<ConfigResource, Map<String, ConfigSetting>, DescribeConfigsResponse> {

    private static final short WITH_SOURCE = 1;
    private static final short WITH_DOCUMENTATION = 3;

    @Override
    public String name() {
        return "describeConfigs";
    }

    @Override
    public ApiKey api() {
        return ApiKey.DESCRIBE_CONFIGS;
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
    public Target target(ConfigResource key) {
        return key.target(new Target.Any());
    }

    @Override
    public ApiMessage message(List<ConfigResource> keys, short version, int timeoutMs) {

        return new DescribeConfigsRequest(
                keys.stream()
                        .map(
                                resource ->
                                        new DescribeConfigsRequest.Resource(
                                                resource.type().code(), resource.name(), null))
                        .toList(),
                false,
                version >= WITH_DOCUMENTATION);
    }

    @Override
    public void answered(
            List<ConfigResource> keys,
            DescribeConfigsResponse response,
            short version,
            Node node,
            Verdicts<ConfigResource, Map<String, ConfigSetting>> verdicts) {

        for (DescribeConfigsResponse.Result result : response.results()) {
            for (ConfigResource key : keys) {
                if (key.type().code() == result.resourceType()
                        && key.name().equals(result.resourceName())) {
                    verdicts.settle(
                            key,
                            result.errorCode(),
                            result.errorMessage(),
                            settings(result, version));
                }
            }
        }
    }

    private static Map<String, ConfigSetting> settings(
            DescribeConfigsResponse.Result result, short version) {
        Map<String, ConfigSetting> settings = new HashMap<>();
        for (DescribeConfigsResponse.Config config : result.configs()) {
            settings.put(
                    config.name(),
                    new ConfigSetting(
                            config.name(),
                            config.value(),
                            source(config, version),
                            config.readOnly(),
                            config.isSensitive(),
                            config.documentation()));
        }
        return Map.copyOf(settings);
    }

    private static ConfigSetting.Source source(
            DescribeConfigsResponse.Config config, short version) {
        if (version >= WITH_SOURCE) {
            return ConfigSetting.Source.of(config.configSource());
        }
        return config.isDefault()
                ? ConfigSetting.Source.BUILT_IN_DEFAULT
                : ConfigSetting.Source.UNKNOWN;
    }
}
