package dev.moldau.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.cluster.image.Endpoint;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ListenerAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Field report 57: what clients are told must be what they can reach. */
class AdvertisedListenersTest {

    @Test
    void boundToEveryAddressEachClientIsToldTheOneItCameBy() throws Exception {
        assertThat(endpoints("PLAINTEXT://:0", null))
                .containsExactly(new Endpoint("PLAINTEXT", "PLAINTEXT", "", 1234));
        assertThat(endpoints("PLAINTEXT://0.0.0.0:0", null).getFirst().host()).isEmpty();
    }

    @Test
    void boundToOneHostThatIsTold() throws Exception {
        assertThat(endpoints("PLAINTEXT://10.0.0.7:0", null))
                .containsExactly(new Endpoint("PLAINTEXT", "PLAINTEXT", "10.0.0.7", 1234));
    }

    @Test
    void whatIsConfiguredIsTold() throws Exception {
        assertThat(endpoints("PLAINTEXT://:0", "PLAINTEXT://kafka.example:9092"))
                .containsExactly(new Endpoint("PLAINTEXT", "PLAINTEXT", "kafka.example", 9092));
        assertThat(endpoints("PLAINTEXT://:0", "PLAINTEXT://kafka.example:0").getFirst().port())
                .isEqualTo(1234);
    }

    @Test
    void anAddressThatNobodyCanReachIsRefused() {
        assertThatThrownBy(() -> endpoints("PLAINTEXT://:0", "PLAINTEXT://0.0.0.0:9092"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("leave the host out");
    }

    @Test
    void aListenerThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> endpoints("PLAINTEXT://:0", "SSL://kafka.example:9092"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("listeners has no listener SSL");
    }

    private static List<Endpoint> endpoints(
            String listeners, @org.jspecify.annotations.Nullable String advertised)
            throws StartException {
        Map<String, String> settings =
                advertised == null
                        ? Map.of("listeners", listeners)
                        : Map.of("listeners", listeners, "advertised.listeners", advertised);
        BrokerConfig config = BrokerConfig.of(settings);
        ListenerAddress configured = config.listeners().getFirst();
        ListenerAddress bound =
                new ListenerAddress(
                        configured.name(), configured.securityProtocol(), configured.host(), 1234);
        return new AdvertisedListeners(config).endpoints(List.of(bound));
    }
}
