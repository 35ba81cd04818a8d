package dev.moldau.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnAddressTest {

    @Test
    void aRealNetworkIsBetterThanOneForContainersAndIpv4BetterThanIpv6() throws Exception {
        assertThat(
                        best(
                                own("lo", "127.0.0.1"),
                                own("docker0", "172.17.0.1"),
                                own("eth0", "2001:db8::7"),
                                own("eth0", "192.0.2.7"),
                                own("eth1", "198.51.100.7")))
                .isEqualTo("192.0.2.7");
        assertThat(best(own("docker0", "172.17.0.1"), own("eth0", "2001:db8::7")))
                .isEqualTo("2001:db8:0:0:0:0:0:7");
        assertThat(best(own("lo", "::1"), own("docker0", "172.17.0.1"))).isEqualTo("172.17.0.1");
    }

    @Test
    void whatOthersCannotReachIsNone() throws Exception {
        assertThat(
                        OwnAddress.best(
                                List.of(
                                        own("lo", "127.0.0.1"),
                                        own("eth0", "169.254.3.4"),
                                        own("eth0", "fe80::1"))))
                .isEmpty();
    }

    @Test
    void theInterfaceIsNotPartOfTheText() throws Exception {
        byte[] bytes = InetAddress.getByName("2001:db8::7").getAddress();
        InetAddress scoped = Inet6Address.getByAddress(null, bytes, 2);
        assertThat(scoped.getHostAddress()).contains("%");
        assertThat(best(new OwnAddress("eth0", scoped))).isEqualTo("2001:db8:0:0:0:0:0:7");
    }

    @Test
    void whatThisMachineHasIsReachableOrNothing() {
        assertThat(
                        OwnAddress.find()
                                .map(OwnAddress::address)
                                .filter(InetAddress::isLoopbackAddress))
                .isEmpty();
    }

    private static String best(OwnAddress... all) {
        return OwnAddress.best(List.of(all)).orElseThrow().host();
    }

    private static OwnAddress own(String network, String address) throws UnknownHostException {
        return new OwnAddress(network, InetAddress.getByName(address));
    }
}
