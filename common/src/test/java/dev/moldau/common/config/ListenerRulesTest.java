package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the settings of listeners mean together, and what is said of those that cannot be. */
class ListenerRulesTest {

    private static final String MAP = "INTERNAL:PLAINTEXT, external:plaintext";

    @Test
    void listenersAreReadWithNamesHostsAndPorts() {
        BrokerConfig config =
                with("listeners", "PLAINTEXT://:9092,internal://[::1]:0")
                        .and("advertised.listeners", "plaintext://kafka.example:19092")
                        .read();
        assertThat(config.listeners())
                .containsExactly(
                        new ListenerAddress("PLAINTEXT", "PLAINTEXT", "", 9092),
                        new ListenerAddress("INTERNAL", "PLAINTEXT", "::1", 0));
        assertThat(config.advertisedListeners())
                .containsExactly(
                        new ListenerAddress("PLAINTEXT", "PLAINTEXT", "kafka.example", 19092));
        assertThat(config.listeners().get(1)).hasToString("INTERNAL://[::1]:0");
        assertThat(BrokerConfig.defaults().advertisedListeners()).isEmpty();
    }

    @Test
    void theNamesOfTheProtocolsNeedNoMap() {
        BrokerConfig config =
                BrokerConfig.of(
                        Map.of(
                                "listeners", "PLAINTEXT://:1,ssl://:2,SASL_PLAINTEXT://:3,OWN://:4",
                                "listener.security.protocol.map", "OWN:SASL_SSL"));
        assertThat(config.listeners())
                .extracting(ListenerAddress::securityProtocol)
                .containsExactly("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL");
    }

    @Test
    void aListenerThatCannotBeReadSaysHowToWriteIt() {
        refuses("listeners", "localhost:9092", "PLAINTEXT://:9092");
        refuses("listeners", "PLAINTEXT://2001:db8::7:9092", "PLAINTEXT://[2001:db8::7]:9092");
        refuses("listeners", "PLAINTEXT://[1::2::3]:9092", "[1::2::3] is not an IPv6 address");
        refuses("listeners", "PLAINTEXT://[10.0.0.1]:9092", "not an IPv6 address");
        refuses("listeners", "PLAINTEXT://:99999", "65535");
        refuses("listeners", "PLAINTEXT://:1,plaintext://:2", "the name PLAINTEXT occurs twice");
        refuses("listeners", "OTHER://:9092", "OTHER:PLAINTEXT", "listener.security.protocol.map");
        refuses("listeners", "", "listeners is empty", "PLAINTEXT://:9092");
        refuses("advertised.listeners", "kafka.example", "in advertised.listeners");
    }

    @Test
    void aZoneMayNameAnInterface() {
        assertThat(with("listeners", "PLAINTEXT://[fe80::1%eth0]:9092").read().listeners())
                .extracting(ListenerAddress::host)
                .containsExactly("fe80::1%eth0");
    }

    @Test
    void aMapThatCannotBeReadIsNamed() {
        refuses(
                "listener.security.protocol.map",
                "A:TLS",
                "'A:TLS' in listener.security.protocol.map",
                "TLS is not one of PLAINTEXT, SSL");
        refuses("listener.security.protocol.map", "A:SSL,a:SSL", "the name A occurs twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INTERNAL://:9092,EXTERNAL://:9092",
                "INTERNAL://:9092,EXTERNAL://10.0.0.7:9092",
                "INTERNAL://0.0.0.0:9092,EXTERNAL://10.0.0.7:9092",
                "INTERNAL://[::]:9092,EXTERNAL://[2001:db8::7]:9092",
                "INTERNAL://:9092,EXTERNAL://[::1]:9092",
                "INTERNAL://0.0.0.0:9092,EXTERNAL://[::1]:9092",
                "INTERNAL://kafka.example:9092,EXTERNAL://KAFKA.example:9092",
                "INTERNAL://127.0.0.1:9092,EXTERNAL://127.0.0.1:9092"
            })
    void twoListenersThatWantTheSamePortAreRefused(String listeners) {
        refuses("listeners", listeners, "listeners names INTERNAL://", "EXTERNAL://", "port 9092");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INTERNAL://10.0.0.7:9092,EXTERNAL://[2001:db8::7]:9092",
                "INTERNAL://127.0.0.1:9092,EXTERNAL://[::1]:9092",
                "INTERNAL://127.0.0.1:9092,EXTERNAL://127.0.0.2:9092",
                "INTERNAL://10.0.0.7:9092,EXTERNAL://192.0.2.1:9092",
                "INTERNAL://:0,EXTERNAL://:0",
                "INTERNAL://:9092,EXTERNAL://:9093"
            })
    void thoseThatDoNotGetInEachOthersWayAreNot(String listeners) {
        assertThat(with("listeners", listeners).read().listeners()).hasSize(2);
    }

    @Test
    void whatIsAdvertisedIsForAListener() {
        refuses(
                "advertised.listeners",
                "EXTERNAL://kafka.example:9094",
                "listeners has no listener EXTERNAL, only PLAINTEXT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]"})
    void anAddressThatNobodyCanConnectToIsNotAdvertised(String host) {
        refuses(
                "advertised.listeners",
                "PLAINTEXT://" + host + ":9092",
                "clients cannot connect to",
                "leave the host out");
    }

    @Test
    void brokersUseTheListenerThatIsNamed() {
        assertThat(
                        with("listeners", "INTERNAL://:9093,EXTERNAL://:9094")
                                .and("inter.broker.listener.name", "external")
                                .read()
                                .interBrokerListener()
                                .name())
                .isEqualTo("EXTERNAL");
    }

    @Test
    void withoutANameTheyUseTheOneNamedLikeTheProtocolElseTheFirstThatSpeaksIt() {
        assertThat(interBroker("EXTERNAL://:9094,PLAINTEXT://:9092")).isEqualTo("PLAINTEXT");
        assertThat(interBroker("SSL://:9095,INTERNAL://:9093,EXTERNAL://:9094"))
                .isEqualTo("INTERNAL");
        assertThat(interBroker("SSL://:9095,SASL_SSL://:9096")).isEqualTo("SSL");
    }

    @Test
    void aListenerOfBrokersThatIsNotThereIsRefused() {
        refuses(
                "inter.broker.listener.name",
                "INTERNAL",
                "inter.broker.listener.name is INTERNAL",
                "choose one of PLAINTEXT");
        refuses(
                "security.inter.broker.protocol",
                "SSL",
                "none of the listeners PLAINTEXT speaks it",
                "inter.broker.listener.name");
    }

    @Test
    void onlyOneKeyMayChooseIt() {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(
                        with("inter.broker.listener.name", "PLAINTEXT")
                                        .and("security.inter.broker.protocol", "PLAINTEXT")
                                ::read)
                .withMessageContaining("both set")
                .withMessageContaining("remove security.inter.broker.protocol");
    }

    @Test
    void aKeyMayBeSetForOneListener() {
        BrokerConfig config =
                with("listeners", "INTERNAL://:9093,EXTERNAL://:9094")
                        .and("listener.name.external.max.connections", "7")
                        .read();
        assertThat(config.find(NetworkKeys.MAX_CONNECTIONS, "EXTERNAL")).contains(7);
        assertThat(config.find(NetworkKeys.MAX_CONNECTIONS, "INTERNAL")).isEmpty();
        assertThat(config.get(NetworkKeys.MAX_CONNECTIONS)).isEqualTo(Integer.MAX_VALUE);
        assertThat(config.warnings()).isEmpty();
        refuses("listener.name.plaintext.max.connections", "-1", "max.connections");
    }

    @Test
    void aKeyThatHoldsForAllListenersOrForNoneIsNamed() {
        assertThat(
                        with("listener.name.plaintext.socket.request.max.bytes", "4096")
                                .and("listener.name.other.max.connections", "7")
                                .read()
                                .warnings())
                .containsExactly(
                        "listener.name.plaintext.socket.request.max.bytes has no effect:"
                                + " socket.request.max.bytes holds for all listeners; set it"
                                + " without the prefix.",
                        "listener.name.other.max.connections has no effect: listeners has no"
                                + " listener OTHER, only PLAINTEXT.");
    }

    private static String interBroker(String listeners) {
        return with("listeners", listeners).read().interBrokerListener().name();
    }

    private static void refuses(String key, String value, String... words) {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(with(key, value)::read)
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
    }

    private static Settings with(String key, String value) {
        Settings settings = new Settings();
        return settings.and("listener.security.protocol.map", MAP).and(key, value);
    }

    /** A configuration file in the making. */
    private static final class Settings {
        private final Map<String, String> all = new HashMap<>();

        Settings and(String key, String value) {
            all.put(key, value);
            return this;
        }

        BrokerConfig read() {
            return BrokerConfig.of(all);
        }
    }
}
