package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.coordinator.group.GroupConfig;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.apache.kafka.server.config.DynamicBrokerConfig;
import org.apache.kafka.server.config.ServerTopicConfigSynonyms;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.junit.jupiter.api.Test;

/** The catalogue against Apache Kafka's own: names, types, defaults, counterparts. */
class KafkaParityTest {

    /** Keys that Kafka 4 dropped and we keep for files and tools of older releases. */
    private static final Set<String> TOPIC_KEYS_OF_KAFKA_3 =
            Set.of("message.downconversion.enable", "message.format.version");

    /** Where we chose another default; the reference page says why in the key's meaning. */
    private static final Set<String> OTHER_DEFAULTS =
            Set.of(
                    "group.initial.rebalance.delay.ms",
                    "log.dir",
                    "listener.security.protocol.map",
                    "max.connections.per.ip.overrides",
                    "num.io.threads",
                    "num.network.threads",
                    "offsets.topic.replication.factor",
                    "transaction.state.log.min.isr",
                    "transaction.state.log.replication.factor");

    @Test
    void everyTopicKeyOfKafkaIsKnownWithItsTypeAndDefault() {
        Map<String, ConfigDef.ConfigKey> kafka = visible(LogConfig.configDefCopy());
        Set<String> ours = names(TopicKeys.all());
        ours.removeAll(TOPIC_KEYS_OF_KAFKA_3);
        assertThat(ours).isEqualTo(kafka.keySet());
        compare(kafka, TopicKeys.all(), Set.of());
    }

    @Test
    void everyBrokerKeyOfKafkaIsKnownAndTheWorkingOnesHaveItsTypeAndDefault() {
        Map<String, ConfigDef.ConfigKey> kafka = visible(AbstractKafkaConfig.CONFIG_DEF);
        assertThat(names(BrokerKeys.known())).containsAll(kafka.keySet());
        compare(kafka, BrokerKeys.working(), OTHER_DEFAULTS);
    }

    @Test
    void everyGroupKeyOfKafkaIsKnownWithItsTypeAndDefault() {
        Map<String, ConfigDef.ConfigKey> kafka = visible(GroupConfig.CONFIG_DEF);
        assertThat(names(GroupKeys.all())).isEqualTo(kafka.keySet());
        compare(kafka, GroupKeys.all(), Set.of());
    }

    @Test
    void aTopicKeyFallsBackToTheBrokersKeysOfKafkaInTheSameOrder() {
        for (ConfigKey<?> key : TopicKeys.all().keys()) {
            if (key.counterparts().isEmpty()) {
                continue;
            }
            if (TOPIC_KEYS_OF_KAFKA_3.contains(key.name())) {
                continue;
            }
            assertThat(key.counterparts().stream().map(c -> c.key().name()))
                    .as(key.name())
                    .containsExactlyElementsOf(
                            ServerTopicConfigSynonyms.ALL_TOPIC_CONFIG_SYNONYMS
                                    .getOrDefault(key.name(), List.of())
                                    .stream()
                                    .map(synonym -> synonym.name())
                                    .toList());
        }
    }

    @Test
    void aKeyThatChangesAtRunTimeDoesSoInKafkaToo() {
        Map<String, String> modes = DynamicBrokerConfig.dynamicConfigUpdateModes();
        for (ConfigKey<?> key : BrokerKeys.working().keys()) {
            if (key.updateMode() != UpdateMode.READ_ONLY
                    && !key.name().equals("log.message.downconversion.enable")) {
                assertThat(modes.get(key.name()))
                        .as(key.name())
                        .isEqualTo(key.updateMode().label());
            }
        }
    }

    private static void compare(
            Map<String, ConfigDef.ConfigKey> kafka,
            ConfigCatalogue catalogue,
            Set<String> otherDefaults) {
        for (ConfigKey<?> key : catalogue.keys()) {
            ConfigDef.ConfigKey theirs = kafka.get(key.name());
            if (theirs == null) {
                continue;
            }
            if (!otherDefaults.contains(key.name())) {
                assertThat(key.type().name()).as(key.name()).isEqualTo(theirs.type.name());
                Object defaultValue = theirs.hasDefault() ? theirs.defaultValue : null;
                Object ours = key.defaultValue().orElse(null);
                assertThat(ours == null ? null : ConfigType.format(ours))
                        .as(key.name())
                        .isEqualTo(defaultValue == null ? null : text(defaultValue));
            }
        }
    }

    private static String text(Object value) {
        return value instanceof List<?> list
                ? String.join(",", list.stream().map(Object::toString).toList())
                : value.toString();
    }

    private static Set<String> names(ConfigCatalogue catalogue) {
        Set<String> names = new TreeSet<>();
        catalogue.keys().forEach(key -> names.add(key.name()));
        return names;
    }

    private static Map<String, ConfigDef.ConfigKey> visible(ConfigDef def) {
        Map<String, ConfigDef.ConfigKey> keys = new TreeMap<>(def.configKeys());
        keys.values().removeIf(key -> key.internalConfig);
        return keys;
    }
}
