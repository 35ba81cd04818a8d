package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

/** The catalogues of clients against those of Kafka's own: names, types, defaults, bounds. */
class KafkaClientParityTest {

    /** Where another default is chosen: there is no class of Kafka's to name. */
    private static final Set<String> OTHER_DEFAULTS =
            Set.of(
                    "metric.reporters",
                    "sasl.oauthbearer.jwt.retriever.class",
                    "sasl.oauthbearer.jwt.validator.class");

    /** Refused here, with a sentence, because what they ask for is not there. */
    private static final Set<String> STRICTER =
            Set.of("security.protocol", "transactional.id", "transaction.two.phase.commit.enable");

    private static final Set<String> PROBES =
            Set.of(
                    "-9223372036854775808",
                    "-2147483648",
                    "-131073",
                    "-131072",
                    "-2",
                    "-1",
                    "0",
                    "1",
                    "2",
                    "4999",
                    "5000",
                    "9",
                    "10",
                    "17",
                    "18",
                    "22",
                    "23",
                    "2147483647",
                    "2147483648",
                    "9223372036854775807",
                    "9223372036854775808",
                    "1.5",
                    "",
                    "true",
                    "false",
                    "yes",
                    "all",
                    "ALL",
                    "none",
                    "NONE",
                    "Rebootstrap",
                    "rebootstrap",
                    "gzip",
                    "snappy",
                    "lz4",
                    "zstd",
                    "brotli",
                    "uncompressed",
                    "use_all_dns_ips",
                    "resolve_canonical_bootstrap_servers_only",
                    "default",
                    "INFO",
                    "info",
                    "DEBUG",
                    "TRACE");

    @Test
    void everyKeyOfKafkasProducerIsKnownWithItsTypeAndDefault() throws Exception {
        Set<String> ours = names(ProducerKeys.all());
        SerializerKeys.all().forEach(key -> ours.remove(key.name()));
        assertThat(ours).isEqualTo(visible(ProducerConfig.class).keySet());
        compare(visible(ProducerConfig.class), ProducerKeys.all(), OTHER_DEFAULTS);
    }

    @Test
    void everyKeyOfKafkasAdminClientIsKnownWithItsTypeAndDefault() throws Exception {
        assertThat(names(AdminKeys.all())).isEqualTo(visible(AdminClientConfig.class).keySet());
        Set<String> others = new TreeSet<>(OTHER_DEFAULTS);
        // Kafka's may do without, for it can talk to controllers.
        others.add("bootstrap.servers");
        compare(visible(AdminClientConfig.class), AdminKeys.all(), others);
    }

    @Test
    void everyKeyOfKafkasConsumerIsKnownWithItsTypeAndDefault() throws Exception {
        Set<String> ours = names(ConsumerKeys.all());
        SerializerKeys.all().forEach(key -> ours.remove(key.name()));
        assertThat(ours).isEqualTo(visible(ConsumerConfig.class).keySet());
        Set<String> others = new TreeSet<>(OTHER_DEFAULTS);
        // Not set means: the new one where the broker has it.
        others.add("group.protocol");
        others.add("partition.assignment.strategy");
        // Systems size it better than a number does.
        others.add("receive.buffer.bytes");
        compare(visible(ConsumerConfig.class), ConsumerKeys.all(), others);
    }

    @Test
    void whatIsAllowedIsWhatKafkaAllows() throws Exception {
        assertThat(compareBounds(visible(ProducerConfig.class), ProducerKeys.all()))
                .isGreaterThan(30);
        assertThat(compareBounds(visible(AdminClientConfig.class), AdminKeys.all()))
                .isGreaterThan(18);
        assertThat(compareBounds(visible(ConsumerConfig.class), ConsumerKeys.all()))
                .isGreaterThan(30);
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
            assertThat(key.type().name()).as(key.name()).isEqualTo(theirs.type.name());
            if (!otherDefaults.contains(key.name())) {
                Object defaultValue = theirs.hasDefault() ? theirs.defaultValue : null;
                assertThat(key.defaultValue().map(ConfigType::format).orElse(null))
                        .as(key.name())
                        .isEqualTo(defaultValue == null ? null : text(defaultValue));
            }
        }
    }

    /** How many keys were compared. */
    private static int compareBounds(
            Map<String, ConfigDef.ConfigKey> kafka, ConfigCatalogue catalogue) {
        int compared = 0;
        List<String> different = new ArrayList<>();
        for (ConfigDef.ConfigKey theirs : kafka.values()) {
            boolean probed =
                    theirs.type != ConfigDef.Type.LIST
                            && theirs.type != ConfigDef.Type.CLASS
                            && !STRICTER.contains(theirs.name)
                            && SecurityKeys.all().stream()
                                    .noneMatch(key -> key.name().equals(theirs.name));
            if (!probed) {
                continue;
            }
            compared++;
            for (String probe : PROBES) {
                boolean allowed = weAllow(catalogue.require(theirs.name), probe);
                if (allowed != kafkaAllows(theirs, probe)) {
                    different.add(theirs.name + "=" + probe + (allowed ? " allowed" : " refused"));
                }
            }
        }
        assertThat(different).isEmpty();
        return compared;
    }

    private static boolean weAllow(ConfigKey<?> key, String text) {
        try {
            key.parse(text);
            return true;
        } catch (InvalidConfigException e) {
            return false;
        }
    }

    private static boolean kafkaAllows(ConfigDef.ConfigKey key, String text) {
        try {
            Object value = ConfigDef.parseType(key.name, text, key.type);
            if (key.validator != null) {
                key.validator.ensureValid(key.name, value);
            }
            return true;
        } catch (ConfigException e) {
            return false;
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

    private static Map<String, ConfigDef.ConfigKey> visible(Class<?> config) throws Exception {
        Method method = config.getMethod("configDef");
        ConfigDef def = (ConfigDef) method.invoke(null);
        Map<String, ConfigDef.ConfigKey> keys = new TreeMap<>(def.configKeys());
        keys.values().removeIf(key -> key.internalConfig);
        return keys;
    }
}
