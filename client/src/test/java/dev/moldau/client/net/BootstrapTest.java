package dev.moldau.client.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.Node;
import dev.moldau.common.config.InvalidConfigException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTest {

    private static final AddressLookup NAMES =
            host -> {
                if (host.startsWith("bad")) {
                    throw new UnknownHostException(host + ": no such name");
                }
                return List.of(InetAddress.getLoopbackAddress());
            };

    private final Bootstrap bootstrap = new Bootstrap(DnsMode.USE_ALL_DNS_IPS, NAMES);

    @Test
    void readsSeveralEntriesWithBlanksAndAddresses() {
        assertThat(
                        bootstrap.nodes(
                                List.of(
                                        " a:1 ",
                                        "b.example:9092",
                                        "",
                                        " [::1]:9093",
                                        " SSL://c-d_e:65535",
                                        " a:1")))
                .containsExactly(
                        new Node(-1, "a", 1, null),
                        new Node(-2, "b.example", 9092, null),
                        new Node(-3, "::1", 9093, null),
                        new Node(-4, "c-d_e", 65_535, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a:", ":1", "a:b", "a:0", "a:65536", "::1:9092", "a b:1", "a:1:2"})
    void entryOfAnotherFormIsRefusedByName(String entry) {
        assertThatThrownBy(() -> bootstrap.nodes(List.of("good:1", entry)))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("'" + entry + "'")
                .hasMessageContaining("bootstrap.servers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", ",", " , ,"})
    void nothingIsRefused(String servers) {
        assertThatThrownBy(() -> bootstrap.nodes(List.of(servers.split(",", -1))))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("at least one host:port");
    }

    @Test
    void nameWithoutAddressIsLeftOutAsLongAsAnotherHasOne() {
        assertThat(bootstrap.nodes(List.of("bad1:1", "good:2", "bad2:3")))
                .containsExactly(new Node(-1, "good", 2, null));
    }

    @Test
    void noNameWithAnAddressIsAnErrorThatListsAll() {
        assertThatThrownBy(() -> bootstrap.nodes(List.of("bad1:1", "bad2:3")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("bad1:1 (bad1: no such name)")
                .hasMessageContaining("bad2:3 (bad2: no such name)");
    }

    @Test
    void canonicalNamesStandForTheAddressesOfAName() {
        String canonical = InetAddress.getLoopbackAddress().getCanonicalHostName();
        assertThat(
                        new Bootstrap(DnsMode.RESOLVE_CANONICAL_BOOTSTRAP_SERVERS_ONLY, NAMES)
                                .nodes(List.of("alias:9092")))
                .containsExactly(new Node(-1, canonical, 9092, null));
    }
}
