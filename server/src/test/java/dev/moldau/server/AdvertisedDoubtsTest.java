package dev.moldau.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.config.ListenerAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Field report 57: a broker that tells clients what nobody can reach says so when it starts. */
class AdvertisedDoubtsTest {

    private static final Map<String, String> NAMES =
            Map.of(
                    "localhost", "127.0.0.1",
                    "this-machine", "127.0.1.1",
                    "kafka.example", "192.0.2.7",
                    "cable.example", "169.254.3.4");

    @Test
    void whatClientsCanReachIsNotDoubted() {
        assertThat(doubt("", "kafka.example")).isEmpty();
        assertThat(doubt("192.0.2.7", "192.0.2.7")).isEmpty();
        assertThat(doubt("", "")).as("each client is told the address it came by").isEmpty();
        assertThat(doubt("127.0.0.1", "127.0.0.1")).as("for this machine only").isEmpty();
        assertThat(doubt("localhost", "localhost")).isEmpty();
        assertThat(doubt("::1", "localhost")).isEmpty();
    }

    @Test
    void loopbackIsDoubtedWhereOthersCanCome() {
        assertThat(doubt("", "localhost"))
                .contains(
                        "listener EXTERNAL",
                        "EXTERNAL://localhost:9094",
                        "loopback",
                        "set advertised.listeners to EXTERNAL://HOST:9094");
        assertThat(doubt("0.0.0.0", "127.0.0.1")).contains("loopback");
        assertThat(doubt("192.0.2.7", "::1")).contains("EXTERNAL://[::1]:9094", "loopback");
        assertThat(doubt("", "this-machine")).as("as Debian's hosts file has it").contains("loop");
    }

    @Test
    void aHostThatNobodyKnowsIsDoubted() {
        assertThat(doubt("", "kafka.exampel"))
                .contains("EXTERNAL://kafka.exampel:9094", "cannot find", "advertised.listeners");
    }

    @Test
    void aLinkLocalAddressIsDoubted() {
        assertThat(doubt("", "cable.example")).contains("link-local", "advertised.listeners");
        assertThat(doubt("fe80::1", "fe80::1")).contains("link-local");
    }

    private static String doubt(String boundHost, String toldHost) {
        return new AdvertisedDoubts(AdvertisedDoubtsTest::resolve)
                .about(listener(boundHost), listener(toldHost))
                .orElse("");
    }

    private static ListenerAddress listener(String host) {
        return new ListenerAddress("EXTERNAL", "PLAINTEXT", host, 9094);
    }

    private static InetAddress[] resolve(String host) throws UnknownHostException {
        String literal = NAMES.getOrDefault(host, host);
        if (!literal.contains(":") && !literal.matches("[0-9.]+")) {
            throw new UnknownHostException(host);
        }
        return new InetAddress[] {InetAddress.getByName(literal)};
    }
}
