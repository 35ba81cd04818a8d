package dev.moldau.client.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.client.Header;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKind;
import dev.moldau.common.config.InvalidConfigException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SerializersTest {

    private static final String KAFKA = "org.apache.kafka.common.serialization.";

    /** Remembers what it was configured with. */
    public static final class Own implements Serializer<String> {
        private String prefix = "";
        private boolean configured;

        /** Takes its prefix from the settings. */
        public Own() {}

        @Override
        public void configure(Map<String, ?> config, boolean isKey) {
            configured = true;
            prefix = config.get("own.prefix") + (isKey ? " key " : " value ");
        }

        @Override
        public byte @Nullable [] serialize(
                String topic, List<Header> headers, @Nullable String data) {
            return (prefix + data).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Boolean",
                "ByteArray",
                "ByteBuffer",
                "Double",
                "Float",
                "Integer",
                "Long",
                "Short",
                "String",
                "UUID",
                "Void"
            })
    void kafkasNamesStandForOurs(String type) {
        String ours = Serializer.class.getPackageName() + "." + type + "Serializer";
        for (String name : List.of(KAFKA + type + "Serializer", ours)) {
            assertThat(Serializers.ofKeys(config(Map.of("key.serializer", name))))
                    .satisfies(made -> assertThat(made.getClass().getName()).isEqualTo(ours));
        }
        assertThat(Deserializers.load("d", KAFKA + type + "Deserializer").getClass().getName())
                .isEqualTo(Serializer.class.getPackageName() + "." + type + "Deserializer");
    }

    @Test
    void kafkasClassItselfStandsForOursToo() {
        Serializer<String> made =
                Serializers.ofValues(
                        config(
                                Map.of(
                                        "value.serializer",
                                        org.apache.kafka.common.serialization.StringSerializer
                                                .class)));
        assertThat(made).isInstanceOf(StringSerializer.class);
    }

    @Test
    void theSettingsReachTheSerializerThatTheyName() {
        ClientConfig config =
                config(
                        Map.of(
                                "own.prefix",
                                "p",
                                "key.serializer",
                                Own.class.getName(),
                                "value.serializer",
                                Own.class));
        assertThat(Serializers.<String>ofKeys(config).serialize("t", List.of(), "x"))
                .asString()
                .isEqualTo("p key x");
        assertThat(Serializers.<String>ofValues(config).serialize("t", List.of(), "x"))
                .asString()
                .isEqualTo("p value x");
    }

    @Test
    void anObjectIsTakenAsItsMakerLeftIt() {
        Own own = new Own();
        assertThat(Serializers.<String>ofKeys(config(Map.of("key.serializer", own)))).isSameAs(own);
        assertThat(own.configured).isFalse();
    }

    @Test
    void whatCannotBeASerializerIsSaid() {
        refused(Map.of(), "key.serializer is not set; name a class such as " + ours("String"));
        refused(Map.of("key.serializer", "no.Such"), "there is no such class");
        refused(
                Map.of("key.serializer", "java.lang.String"),
                "it does not implement " + Serializer.class.getName());
        refused(Map.of("key.serializer", KAFKA + "BytesSerializer"), "has no counterpart here");
        refused(Map.of("key.serializer", KAFKA + "StringDeserializer"), "has no counterpart here");
        refused(
                Map.of(
                        "key.serializer",
                        new org.apache.kafka.common.serialization.StringSerializer()),
                "it implements org.apache.kafka.common.serialization.Serializer");
    }

    @Test
    void aListsElementsAreWrittenByTheSerializerThatASettingNames() {
        for (String inner :
                List.of(
                        KAFKA + "Serdes$IntegerSerde",
                        ours("Integer"),
                        KAFKA + "IntegerSerializer")) {
            Serializer<List<Integer>> made =
                    Serializers.ofKeys(
                            config(
                                    Map.of(
                                            "key.serializer",
                                            KAFKA + "ListSerializer",
                                            "default.list.key.serde.inner",
                                            inner)));
            assertThat(made.serialize("t", List.of(), List.of(7)))
                    .isEqualTo(
                            new ListSerializer<>(new IntegerSerializer())
                                    .serialize("t", List.of(), List.of(7)));
        }
        refused(
                Map.of("key.serializer", KAFKA + "ListSerializer"),
                "default.list.key.serde.inner is not set");
    }

    @Test
    void aListsElementsAreReadByTheDeserializerThatASettingNames() {
        ListDeserializer<Integer> made = new ListDeserializer<>();
        made.configure(
                Map.of("default.list.value.serde.inner", KAFKA + "Serdes$IntegerSerde"), false);
        byte[] bytes =
                new ListSerializer<>(new IntegerSerializer())
                        .serialize("t", List.of(), List.of(7, 8));
        assertThat(made.deserialize("t", List.of(), bytes)).containsExactly(7, 8);
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> new ListDeserializer<Integer>().configure(Map.of(), true))
                .withMessageContaining("default.list.key.serde.inner is not set");
    }

    private static String ours(String type) {
        return Serializer.class.getPackageName() + "." + type + "Serializer";
    }

    private static void refused(Map<String, ?> settings, String message) {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> Serializers.ofKeys(config(settings)))
                .withMessageContaining(message);
    }

    private static ClientConfig config(Map<String, ?> settings) {
        return ClientConfig.of(ClientKind.PRODUCER, settings);
    }
}
