package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientConfigTest {

    @TempDir Path folder = Path.of("");

    @Test
    void whatIsNotSetHasKafkasDefault() {
        ClientConfig config = producer(Map.of());
        assertThat(config.get(ProducerKeys.LINGER_MS)).isEqualTo(5L);
        assertThat(config.get(ProducerKeys.ACKS)).isEqualTo("all");
        assertThat(config.isSet(ProducerKeys.ACKS)).isFalse();
        assertThat(config.find(ProducerKeys.PARTITIONER_CLASS)).isEmpty();
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void aKindHasItsOwnDefaults() {
        ClientConfig admin = ClientConfig.of(ClientKind.ADMIN, Map.of());
        assertThat(admin.get(admin.kind().connectionsMaxIdleMs())).isEqualTo(300_000L);
        assertThat(producer(Map.of()).get(ClientKind.PRODUCER.connectionsMaxIdleMs()))
                .isEqualTo(540_000L);
        assertThat(admin.get(admin.kind().receiveBufferBytes())).isEqualTo(65_536);
    }

    @Test
    void valuesMayBeTextsNumbersBooleansAndLists() {
        ClientConfig config =
                producer(
                        Map.of(
                                "bootstrap.servers",
                                List.of("a:1", "b:2"),
                                "linger.ms",
                                20,
                                "buffer.memory",
                                "1000000",
                                "batch.size",
                                32_768L,
                                "acks",
                                1,
                                "enable.idempotence",
                                false,
                                "partitioner.ignore.keys",
                                " TRUE "));
        assertThat(config.get(ClientKeys.BOOTSTRAP_SERVERS)).containsExactly("a:1", "b:2");
        assertThat(config.get(ProducerKeys.LINGER_MS)).isEqualTo(20L);
        assertThat(config.get(ProducerKeys.BUFFER_MEMORY)).isEqualTo(1_000_000L);
        assertThat(config.get(ProducerKeys.BATCH_SIZE)).isEqualTo(32_768);
        assertThat(config.get(ProducerKeys.ACKS)).isEqualTo("1");
        assertThat(config.get(ProducerKeys.ENABLE_IDEMPOTENCE)).isFalse();
        assertThat(config.get(ProducerKeys.PARTITIONER_IGNORE_KEYS)).isTrue();
    }

    @Test
    void anArrayAndATextWithCommasAreListsToo() {
        List<String> expected = List.of("a:1", "b:2");
        for (Object value : List.of("a:1, b:2", new String[] {"a:1", "b:2"})) {
            assertThat(
                            producer(Map.of("bootstrap.servers", value))
                                    .get(ClientKeys.BOOTSTRAP_SERVERS))
                    .isEqualTo(expected);
        }
    }

    @Test
    void nullMeansNotSet() {
        Map<String, @Nullable Object> settings = new HashMap<>();
        settings.put("linger.ms", null);
        settings.put("nobody.knows", null);
        ClientConfig config = ClientConfig.of(ClientKind.PRODUCER, settings);
        assertThat(config.isSet(ProducerKeys.LINGER_MS)).isFalse();
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void aWrongValueIsToldWithWhatIsAllowedAndWhatToDo() {
        refused(
                Map.of("linger.ms", "soon"),
                "Invalid value 'soon' for linger.ms: it is not of type long; give a long at least 0"
                        + " (ms), or remove the setting to use the default 5.");
        refused(
                Map.of("max.in.flight.requests.per.connection", 0),
                "Invalid value '0' for max.in.flight.requests.per.connection: it is not allowed;"
                        + " give a int at least 1, or remove the setting to use the default 5.");
        refused(
                Map.of("linger.ms", Duration.ofSeconds(1)),
                "Invalid value 'an object of java.time.Duration' for linger.ms: it is not of type"
                        + " long; give a long at least 0 (ms), or remove the setting to use the"
                        + " default 5.");
        refused(
                Map.of("bootstrap.servers", "broker"),
                "Invalid value 'broker' for bootstrap.servers: it is not allowed; give a list of"
                        + " host:port pairs.");
    }

    @Test
    void severalWrongValuesAreToldTogether() {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> producer(Map.of("acks", "2", "batch.size", -1)))
                .withMessageContainingAll("'2' for acks", "'-1' for batch.size")
                .matches(e -> e.key().equals("acks"));
    }

    @Test
    void aBootstrapListWithoutElementsIsRefused() {
        for (Object empty : List.of("", List.of(), new String[0])) {
            assertThatExceptionOfType(InvalidConfigException.class)
                    .isThrownBy(() -> producer(Map.of("bootstrap.servers", empty)))
                    .withMessageContaining("of host:port pairs");
        }
    }

    @Test
    void whatMustBeSetIsAskedForWhenItIsNeeded() {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> producer(Map.of()).get(ClientKeys.BOOTSTRAP_SERVERS))
                .withMessageStartingWith(
                        "bootstrap.servers is not set; give a list of host:port pairs.");
    }

    @Test
    void aSecuredConnectionIsRefusedUntilThereAreSuch() {
        assertThat(producer(Map.of("security.protocol", "plaintext")).warnings()).isEmpty();
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> producer(Map.of("security.protocol", "SASL_SSL")))
                .withMessage(
                        "Invalid value 'SASL_SSL' for security.protocol: it is not allowed; give a"
                                + " string PLAINTEXT, for TLS and SASL come with a later release,"
                                + " or remove the setting to use the default PLAINTEXT.");
    }

    @Test
    void whatWouldBeMistakenForAGuaranteeIsRefused() {
        for (Map<String, Object> settings :
                List.<Map<String, Object>>of(
                        Map.of("transactional.id", "t"),
                        Map.of("transaction.two.phase.commit.enable", true),
                        Map.of("config.providers", "file"))) {
            assertThatExceptionOfType(InvalidConfigException.class)
                    .isThrownBy(() -> producer(settings))
                    .withMessageContaining("is not allowed");
        }
    }

    @Test
    void anUnknownKeyIsAWarningWithTheNearestKnownOne() {
        assertThat(producer(Map.of("linger.msec", 5)).warnings())
                .containsExactly(
                        "Unknown configuration key 'linger.msec'; did you mean linger.ms? It is"
                                + " handed to the classes that settings name, and means nothing to"
                                + " the client itself.");
    }

    @Test
    void keysOfOtherClientsAreAcceptedSilently() {
        Map<String, String> consumers = Map.of("group.id", "g", "max.poll.records", "a few");
        assertThat(producer(consumers).warnings()).isEmpty();
        assertThat(ClientConfig.of(ClientKind.ADMIN, Map.of("linger.ms", "none")).warnings())
                .isEmpty();
    }

    @Test
    void aKeyWithoutEffectIsAWarningThatSaysWhy() {
        assertThat(producer(Map.of("ssl.truststore.location", "/x")).warnings())
                .containsExactly(
                        "ssl.truststore.location has no effect: TLS and SASL come with a later"
                                + " release.");
    }

    @Test
    void secretsAreHidden() {
        ClientConfig config =
                producer(
                        Map.of(
                                "ssl.key.password", "s3cret",
                                "schema.registry.password", "s3cret",
                                "linger.ms", 7));
        assertThat(config.toString()).contains("linger.ms=7").doesNotContain("s3cret");
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> producer(Map.of("ssl.key.password", new StringBuffer[] {})))
                .withMessageContaining(Password.HIDDEN);
    }

    @Test
    void whatWasGivenIsKeptForTheClassesThatSettingsName() {
        Object own = new Object();
        assertThat(producer(Map.of("own.thing", own, "linger.ms", "7")).given())
                .isEqualTo(Map.of("own.thing", own, "linger.ms", "7"));
    }

    @Test
    void aFileIsReadInUtf8() throws IOException {
        Path file = folder.resolve("client.properties");
        Files.writeString(file, "client.id=Größe\nlinger.ms = 9\n# nothing\n");
        ClientConfig config = ClientConfig.read(ClientKind.PRODUCER, file);
        assertThat(config.get(ClientKeys.CLIENT_ID)).isEqualTo("Größe");
        assertThat(config.get(ProducerKeys.LINGER_MS)).isEqualTo(9L);
    }

    @Test
    void propertiesCountWithTheirDefaultsAndTheirObjects() {
        Properties defaults = new Properties();
        defaults.setProperty("linger.ms", "1");
        defaults.setProperty("acks", "1");
        Properties properties = new Properties(defaults);
        properties.put("linger.ms", 2);
        ClientConfig config = ClientConfig.of(ClientKind.PRODUCER, properties);
        assertThat(config.get(ProducerKeys.LINGER_MS)).isEqualTo(2L);
        assertThat(config.get(ProducerKeys.ACKS)).isEqualTo("1");
        properties.put(5, "five");
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> ClientConfig.of(ClientKind.PRODUCER, properties))
                .withMessageContaining("names of settings are texts");
    }

    @Test
    void aListMixesNamesClassesAndObjects() {
        Supplier<String> ready = () -> "ready";
        ClientConfig config =
                producer(
                        Map.of(
                                "interceptor.classes",
                                Arrays.asList("some.Name", String.class, ready)));
        List<Implementation> all = config.implementations(ProducerKeys.INTERCEPTOR_CLASSES);
        assertThat(all.get(0).className()).isEqualTo("some.Name");
        assertThat(all.get(1).className()).isEqualTo("java.lang.String");
        assertThat(all.get(2).isReady()).isTrue();
        assertThat(all.get(2).instance(Supplier.class)).isSameAs(ready);
        assertThat(producer(Map.of()).implementations(ProducerKeys.INTERCEPTOR_CLASSES)).isEmpty();
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(
                        () ->
                                producer(
                                        Map.of(
                                                "interceptor.classes",
                                                Arrays.asList("some.Name", null))))
                .withMessageContaining("an element that is null");
    }

    private static void refused(Map<String, Object> settings, String message) {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> producer(settings))
                .withMessage(message);
    }

    private static ClientConfig producer(Map<String, ?> settings) {
        return ClientConfig.of(ClientKind.PRODUCER, settings);
    }
}
