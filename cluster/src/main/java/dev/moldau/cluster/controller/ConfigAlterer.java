package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.AlterConfigs;
import dev.moldau.cluster.controller.ControllerCommand.ConfigChange;
import dev.moldau.cluster.controller.ControllerCommand.ConfigOperation;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ClusterKeys;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.ConfigType;
import dev.moldau.common.config.InvalidConfigException;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Decides about changes of settings. Each resource changes as a whole or not at all. */
final class ConfigAlterer {

    private final EffectiveConfigs configs;
    private final ConfigRules rules;
    private final Settler settler;

    ConfigAlterer(EffectiveConfigs configs) {
        this.configs = configs;
        this.rules = new ConfigRules(configs);
        this.settler = new Settler(configs);
    }

    Decision<List<ApiError>> decide(ControllerState state, AlterConfigs command) {
        List<ApiError> results = new ArrayList<>();
        List<StoreWrite> writes = new ArrayList<>();
        ClusterImage.Builder next = state.image().next();
        Set<ConfigResource> seen = new HashSet<>();
        for (ConfigChange change : command.changes()) {
            Map<String, String> after = new TreeMap<>();
            ApiError error =
                    seen.add(change.resource())
                            ? apply(state.image(), change, after)
                            : ApiError.of(
                                    ErrorCode.INVALID_REQUEST,
                                    "The request names "
                                            + change.resource()
                                            + " more than once; join its changes.");
            results.add(error);
            if (!error.failed()) {
                write(state.image(), change.resource(), after, writes, next);
            }
        }
        if (command.validateOnly() || writes.isEmpty()) {
            return Decision.unchanged(state, results);
        }
        settle(state.image(), seen, next.build()).addTo(writes, next);
        return new Decision<>(writes, state.withImage(next.build()), results);
    }

    /**
     * Other rules of replication count from the very image that shows them: with a lower {@code
     * min.insync.replicas} a leader acknowledges what the eligible replicas lack, so that they must
     * be forgotten together with it.
     */
    private TopicEdits settle(
            ClusterImage before, Set<ConfigResource> changed, ClusterImage after) {
        TopicEdits edits = new TopicEdits();
        if (!sameRules(configs.broker(before), configs.broker(after))) {
            settler.reconsider(after, after.topics(), edits);
            return edits;
        }
        List<TopicImage> concerned =
                changed.stream()
                        .filter(resource -> resource.type() == ConfigResource.Type.TOPIC)
                        .flatMap(resource -> after.topic(resource.name()).stream())
                        .toList();
        settler.reconsider(after, concerned, edits);
        return edits;
    }

    private static boolean sameRules(BrokerConfig before, BrokerConfig after) {
        return before.get(ClusterKeys.MIN_INSYNC_REPLICAS)
                        .equals(after.get(ClusterKeys.MIN_INSYNC_REPLICAS))
                && before.get(ClusterKeys.UNCLEAN_LEADER_ELECTION_ENABLE)
                        .equals(after.get(ClusterKeys.UNCLEAN_LEADER_ELECTION_ENABLE));
    }

    private ApiError apply(ClusterImage image, ConfigChange change, Map<String, String> after) {
        ConfigResource resource = change.resource();
        ApiError problem = rules.checkResource(image, resource);
        if (problem.failed()) {
            return problem;
        }
        if (!change.replaceAll()) {
            after.putAll(image.configs(resource));
        }
        Set<String> seen = new HashSet<>();
        try {
            for (ConfigOperation operation : change.operations()) {
                if (!seen.add(operation.key())) {
                    return ApiError.of(
                            ErrorCode.INVALID_REQUEST,
                            "The request names the key " + operation.key() + " more than once.");
                }
                problem = apply(image, resource, operation, after);
                if (problem.failed()) {
                    return problem;
                }
            }
            rules.checkWhole(image, resource, after);
            return ApiError.NONE;
        } catch (InvalidConfigException e) {
            return ApiError.of(ErrorCode.INVALID_CONFIG, String.valueOf(e.getMessage()));
        }
    }

    private ApiError apply(
            ClusterImage image,
            ConfigResource resource,
            ConfigOperation operation,
            Map<String, String> after) {
        if (operation.type() == ConfigOperation.Type.DELETE) {
            // A key that a newer release stored, or that is gone, can still be taken away.
            if (after.remove(operation.key()) == null) {
                rules.requireKey(resource, operation.key());
            }
            return ApiError.NONE;
        }
        ConfigKey<?> key = rules.requireKey(resource, operation.key());
        String value = operation.value();
        if (value == null) {
            return ApiError.of(
                    ErrorCode.INVALID_REQUEST,
                    "The setting "
                            + key
                            + " has no value; give one, or delete the setting to use the default.");
        }
        ApiError frozen = rules.checkUpdatable(resource, key);
        if (frozen.failed()) {
            return frozen;
        }
        if (operation.type() == ConfigOperation.Type.SET) {
            key.parse(value);
            after.put(key.name(), value);
            return ApiError.NONE;
        }
        return changeList(image, resource, key, operation.type(), value, after);
    }

    private ApiError changeList(
            ClusterImage image,
            ConfigResource resource,
            ConfigKey<?> key,
            ConfigOperation.Type type,
            String value,
            Map<String, String> after) {
        if (key.type() != ConfigType.LIST) {
            return ApiError.of(
                    ErrorCode.INVALID_CONFIG,
                    "The setting "
                            + key
                            + " is no list, so that nothing can be appended to or subtracted from"
                            + " it; set it instead.");
        }
        @Nullable String own = after.get(key.name());
        String current = own != null ? own : rules.inherited(image, resource, key);
        List<String> elements = new ArrayList<>(elements(current));
        for (String element : elements(value)) {
            if (type == ConfigOperation.Type.SUBTRACT) {
                elements.remove(element);
            } else if (!elements.contains(element)) {
                elements.add(element);
            }
        }
        String joined = String.join(",", elements);
        key.parse(joined);
        after.put(key.name(), joined);
        return ApiError.NONE;
    }

    private static List<String> elements(String text) {
        List<String> elements = new ArrayList<>();
        for (String element : text.split(",", -1)) {
            if (!element.isBlank()) {
                elements.add(element.trim());
            }
        }
        return elements;
    }

    private static void write(
            ClusterImage image,
            ConfigResource resource,
            Map<String, String> after,
            List<StoreWrite> writes,
            ClusterImage.Builder next) {
        Map<String, String> before = image.configs(resource);
        if (before.equals(after)) {
            return;
        }
        if (resource.type() == ConfigResource.Type.TOPIC) {
            TopicImage topic = image.topic(resource.name()).orElseThrow().withConfigs(after);
            writes.add(
                    new StoreWrite.Replace(
                            StoreRecords.topicKey(topic.name()),
                            StoreRecords.encode(topic),
                            StoreWrite.ANY_VERSION));
            next.topic(topic);
            return;
        }
        if (before.isEmpty()) {
            writes.add(
                    new StoreWrite.Create(
                            StoreRecords.configKey(resource), StoreRecords.encode(after)));
        } else if (after.isEmpty()) {
            writes.add(
                    new StoreWrite.Delete(
                            StoreRecords.configKey(resource), StoreWrite.ANY_VERSION));
        } else {
            writes.add(
                    new StoreWrite.Replace(
                            StoreRecords.configKey(resource),
                            StoreRecords.encode(after),
                            StoreWrite.ANY_VERSION));
        }
        next.configs(resource, after);
    }
}
