package dev.moldau.broker.topic;

import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.TopicNames;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.BrokerKeys;
import dev.moldau.common.config.ConfigEntry;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.ConfigSource;
import dev.moldau.common.config.GroupKeys;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the settings of a resource, with their sources. */
final class ResourceSettings {

    private final TopicServices services;

    ResourceSettings(TopicServices services) {
        this.services = services;
    }

    /**
     * The settings of a resource.
     *
     * @param error why they cannot be told
     * @param entries the settings
     */
    record Found(ApiError error, List<ConfigEntry> entries) {

        static Found failed(ApiError error) {
            return new Found(error, List.of());
        }

        static Found of(List<ConfigEntry> entries) {
            return new Found(ApiError.NONE, entries);
        }
    }

    Found of(ConfigResource resource) {
        ClusterImage image = services.image();
        return switch (resource.type()) {
            case TOPIC -> topic(image, resource.name());
            case BROKER -> broker(image, resource.name());
            case BROKER_LOGGER -> loggers(resource.name());
            case GROUP -> group(image, resource);
            // Nobody subscribes to clients' metrics here; an unknown subscription has no settings.
            case CLIENT_METRICS -> Found.of(List.of());
        };
    }

    private Found topic(ClusterImage image, String name) {
        ApiError unknown =
                TopicNames.problem(name)
                        .map(why -> ApiError.of(ErrorCode.INVALID_TOPIC_EXCEPTION, why))
                        .orElseGet(
                                () ->
                                        ApiError.of(
                                                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                                                "There is no topic '" + name + "'."));
        return image.topic(name)
                .map(topic -> Found.of(services.configs().topic(image, topic).describe()))
                .orElseGet(() -> Found.failed(unknown));
    }

    private Found broker(ClusterImage image, String name) {
        BrokerConfig config = services.configs().broker(image);
        if (!name.isEmpty()) {
            return isThisBroker(name) ? Found.of(config.describe()) : otherBroker(name);
        }
        List<ConfigEntry> entries = new ArrayList<>();
        image.configs(ConfigResource.ALL_BROKERS)
                .forEach(
                        (key, value) ->
                                BrokerKeys.known()
                                        .find(key)
                                        .map(k -> forAllBrokers(k, value))
                                        .ifPresent(entries::add));
        return Found.of(entries);
    }

    private static ConfigEntry forAllBrokers(ConfigKey<?> key, String value) {
        return single(key, value, ConfigSource.DYNAMIC_DEFAULT_BROKER);
    }

    private static ConfigEntry single(ConfigKey<?> key, String value, ConfigSource source) {
        String shown = key.sensitive() ? null : value;
        return new ConfigEntry(
                key,
                shown,
                source,
                false,
                List.of(new ConfigEntry.Synonym(key.name(), shown, source)));
    }

    private Found loggers(String name) {
        if (!isThisBroker(name)) {
            return otherBroker(name);
        }
        List<ConfigEntry> entries = new ArrayList<>();
        new TreeMap<>(services.loggers().levels())
                .forEach(
                        (logger, level) ->
                                entries.add(
                                        single(
                                                ConfigKey.ofLogger(logger),
                                                level,
                                                ConfigSource.DYNAMIC_BROKER_LOGGER)));
        return Found.of(entries);
    }

    private Found group(ClusterImage image, ConfigResource resource) {
        if (resource.name().isEmpty()) {
            return Found.failed(
                    ApiError.of(
                            ErrorCode.INVALID_REQUEST,
                            "Settings of groups need the name of a group."));
        }
        Map<String, String> set = image.configs(resource);
        BrokerConfig broker = services.configs().broker(image);
        List<ConfigEntry> entries = new ArrayList<>();
        for (ConfigKey<?> key : GroupKeys.all().keys()) {
            String value = set.get(key.name());
            entries.add(
                    value == null
                            ? broker.describe(key).changeable()
                            : single(key, value, ConfigSource.GROUP));
        }
        return Found.of(entries);
    }

    private boolean isThisBroker(String name) {
        return name.equals(Integer.toString(services.nodeId()));
    }

    private Found otherBroker(String name) {
        return Found.failed(
                ApiError.of(
                        ErrorCode.INVALID_REQUEST,
                        "This is broker "
                                + services.nodeId()
                                + " and can tell its own settings only; '"
                                + name
                                + "' was asked for. Ask that broker."));
    }
}
