package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.BrokerKeys;
import dev.moldau.common.config.ConfigEntry;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.GroupKeys;
import dev.moldau.common.config.TopicConfig;
import dev.moldau.common.config.TopicKeys;
import dev.moldau.common.config.UpdateMode;
import dev.moldau.protocol.ErrorCode;
import java.util.Map;
import java.util.Objects;

/** Which settings a resource may have at run time. */
final class ConfigRules {

    private final EffectiveConfigs configs;

    ConfigRules(EffectiveConfigs configs) {
        this.configs = configs;
    }

    /** Whether the resource is there and can have settings. */
    ApiError checkResource(ClusterImage image, ConfigResource resource) {
        return switch (resource.type()) {
            case TOPIC ->
                    image.topic(resource.name()).isPresent()
                            ? ApiError.NONE
                            : ApiError.of(
                                    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                                    "There is no topic '" + resource.name() + "'.");
            case BROKER -> checkBroker(image, resource.name());
            case GROUP ->
                    resource.name().isEmpty() || resource.name().indexOf('\0') >= 0
                            ? ApiError.of(
                                    ErrorCode.INVALID_REQUEST,
                                    "Settings of groups need the name of a group.")
                            : ApiError.NONE;
            case BROKER_LOGGER, CLIENT_METRICS ->
                    ApiError.of(
                            ErrorCode.INVALID_REQUEST,
                            resource + " has no settings that could be changed here.");
        };
    }

    private static ApiError checkBroker(ClusterImage image, String name) {
        if (name.isEmpty()) {
            return ApiError.NONE;
        }
        int id;
        try {
            id = Integer.parseInt(name);
        } catch (NumberFormatException e) {
            return ApiError.of(
                    ErrorCode.INVALID_REQUEST,
                    "'" + name + "' is no broker's number; name a broker by its number.");
        }
        // The text must be the number's own form: it is part of a key in the store.
        return image.brokers().containsKey(id) && Integer.toString(id).equals(name)
                ? ApiError.NONE
                : ApiError.of(
                        ErrorCode.BROKER_ID_NOT_REGISTERED,
                        "There is no broker " + name + " in this cluster.");
    }

    /**
     * The key of that name.
     *
     * @throws dev.moldau.common.config.InvalidConfigException if there is none
     */
    ConfigKey<?> requireKey(ConfigResource resource, String name) {
        return switch (resource.type()) {
            case TOPIC -> TopicKeys.all().require(name);
            case GROUP -> GroupKeys.all().require(name);
            case BROKER, BROKER_LOGGER, CLIENT_METRICS -> BrokerKeys.known().require(name);
        };
    }

    /** Whether the key can change at run time on that resource. */
    ApiError checkUpdatable(ConfigResource resource, ConfigKey<?> key) {
        if (resource.type() != ConfigResource.Type.BROKER
                || key.updateMode() == UpdateMode.CLUSTER_WIDE) {
            return ApiError.NONE;
        }
        if (key.updateMode() == UpdateMode.READ_ONLY) {
            return ApiError.of(
                    ErrorCode.INVALID_REQUEST,
                    key
                            + " cannot change while the broker runs; set it in the broker's"
                            + " configuration file and restart.");
        }
        return resource.name().isEmpty()
                ? ApiError.of(
                        ErrorCode.INVALID_REQUEST,
                        key + " can only be set on single brokers; name the broker.")
                : ApiError.NONE;
    }

    /**
     * Whether all settings of the resource together can be used.
     *
     * @throws dev.moldau.common.config.InvalidConfigException if not
     */
    void checkWhole(ClusterImage image, ConfigResource resource, Map<String, String> after) {
        switch (resource.type()) {
            case TOPIC -> TopicConfig.of(configs.broker(image), after);
            case BROKER -> configs.broker(image).withDynamic(after, Map.of());
            case GROUP, BROKER_LOGGER, CLIENT_METRICS -> {}
        }
    }

    /** The text of a list that counts as long as the resource sets none of its own. */
    String inherited(ClusterImage image, ConfigResource resource, ConfigKey<?> key) {
        BrokerConfig broker = configs.broker(image);
        ConfigEntry entry =
                switch (resource.type()) {
                    case TOPIC ->
                            configs.topic(
                                            image,
                                            image.topic(resource.name())
                                                    .map(t -> t.withConfigs(Map.of()))
                                                    .orElseThrow())
                                    .describe(key);
                    case BROKER, GROUP, BROKER_LOGGER, CLIENT_METRICS -> broker.describe(key);
                };
        return Objects.requireNonNullElse(entry.value(), "");
    }
}
