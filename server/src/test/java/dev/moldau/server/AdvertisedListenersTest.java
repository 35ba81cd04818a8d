package dev.moldau.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.image.Endpoint;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ListenerAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Field report 57: what clients are told must be what they can reach. */
class AdvertisedListenersTest {

    private static final String ALONE = "";
    private static final String OWN_ADDRESS = "10.0.0.7";

    @Test
    void boundToEveryAddressEachClientIsToldTheOneItCameBy() {
        assertThat(endpoints("PLAINTEXT://:0", null, ALONE))
                .containsExactly(new Endpoint("PLAINTEXT", "PLAINTEXT", "", 1234));
        assertThat(endpoints("PLAINTEXT://0.0.0.0:0", null, ALONE).getFirst().host()).isEmpty();
        assertThat(endpoints("PLAINTEXT://[::]:0", null, ALONE).getFirst().host()).isEmpty();
    }

    @Test
    void ofSeveralBrokersEachTellsAnAddressOfItsMachine() {
        assertThat(endpoints("PLAINTEXT://:0", null, OWN_ADDRESS))
                .containsExactly(new Endpoint("PLAINTEXT", "PLAINTEXT", OWN_ADDRESS, 1234));
        assertThat(endpoints("PLAINTEXT://192.0.2.1:0", "PLAINTEXT://:9092", OWN_ADDRESS))
                .containsExactly(new Endpoint("PLAINTEXT", "PLAINTEXT", "192.0.2.1", 9092));
    }

    @Test
    void boundToOneHostThatIsTold() {
        assertThat(endpoints("PLAINTEXT://10.0.0.7:0", null, ALONE))
                .containsExactly(new Endpoint("PLAINTEXT", "PLAINTEXT", "10.0.0.7", 1234));
    }

    @Test
    void whatIsConfiguredIsTold() {
        assertThat(endpoints("PLAINTEXT://:0", "PLAINTEXT://kafka.example:9092", ALONE))
                .containsExactly(new Endpoint("PLAINTEXT", "PLAINTEXT", "kafka.example", 9092));
        assertThat(
                        endpoints("PLAINTEXT://:0", "PLAINTEXT://kafka.example:0", ALONE)
                                .getFirst()
                                .port())
                .as("port 0 is the bound one")
                .isEqualTo(1234);
        assertThat(endpoints("PLAINTEXT://:0", "PLAINTEXT://:9092", ALONE))
                .as("a port that is mapped, and the host that each came by")
                .containsExactly(new Endpoint("PLAINTEXT", "PLAINTEXT", "", 9092));
    }

    @Test
    void eachListenerIsToldByItself() {
        assertThat(
                        endpoints(
                                "INTERNAL://10.0.0.7:0,EXTERNAL://:0,OTHER://:0",
                                "external://kafka.example:9094",
                                ALONE))
                .containsExactly(
                        new Endpoint("INTERNAL", "PLAINTEXT", "10.0.0.7", 1234),
                        new Endpoint("EXTERNAL", "PLAINTEXT", "kafka.example", 9094),
                        new Endpoint("OTHER", "PLAINTEXT", "", 1236));
    }

    private static List<Endpoint> endpoints(
            String listeners, @Nullable String advertised, String everyAddress) {
        Map<String, String> settings = new HashMap<>();
        settings.put("listeners", listeners);
        settings.put(
                "listener.security.protocol.map",
                "INTERNAL:PLAINTEXT,EXTERNAL:PLAINTEXT,OTHER:PLAINTEXT");
        if (advertised != null) {
            settings.put("advertised.listeners", advertised);
        }
        BrokerConfig config = BrokerConfig.of(settings);
        List<ListenerAddress> bound = new ArrayList<>();
        for (ListenerAddress configured : config.listeners()) {
            bound.add(
                    new ListenerAddress(
                            configured.name(),
                            configured.securityProtocol(),
                            configured.host(),
                            1234 + bound.size()));
        }
        return new AdvertisedListeners(config, everyAddress).endpoints(bound);
    }
}
