package dev.moldau.broker.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** Field report 57: the address that a client came by is told without having been configured. */
class ConnectionInfoTest {

    @Test
    void theHostThatTheClientReachedIsToldAsText() throws Exception {
        assertThat(reachedAt(InetAddress.getByName("192.0.2.7"))).isEqualTo("192.0.2.7");
        assertThat(reachedAt(InetAddress.getByName("2001:db8::7")))
                .isEqualTo("2001:db8:0:0:0:0:0:7");
    }

    @Test
    void theZoneOfAnAddressMeansNothingToOthers() throws Exception {
        byte[] linkLocal = InetAddress.getByName("fe80::1").getAddress();
        InetAddress scoped = Inet6Address.getByAddress(null, linkLocal, 2);
        assertThat(scoped.getHostAddress()).contains("%");
        assertThat(reachedAt(scoped)).isEqualTo("fe80:0:0:0:0:0:0:1");
    }

    private static String reachedAt(InetAddress local) throws UnknownHostException {
        return new ConnectionInfo(
                        1,
                        new InetSocketAddress(InetAddress.getByName("192.0.2.9"), 50_000),
                        new InetSocketAddress(local, 9092),
                        "PLAINTEXT",
                        ConnectionInfo.ANONYMOUS)
                .localHost();
    }
}
