package dev.moldau.server;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The address of this machine that other machines are most likely to reach: of a real network
 * before one that is made for containers on this machine, IPv4 before IPv6. No name is looked up,
 * so that a start never waits for a name server.
 *
 * @param network the name of the interface that has it, such as {@code eth0}
 * @param address the address
 */
record OwnAddress(String network, InetAddress address) {

    /** Networks that end at this machine, by how their interfaces are called. */
    private static final List<String> INNER =
            List.of("docker", "br-", "veth", "virbr", "cni", "flannel", "lxc", "podman", "vmnet");

    private static final Comparator<OwnAddress> BEST_FIRST =
            Comparator.comparing(OwnAddress::isInner)
                    .thenComparing(own -> !(own.address instanceof Inet4Address));

    /**
     * The best address of this machine.
     *
     * @return empty if it has none but loopback
     */
    static Optional<OwnAddress> find() {
        List<OwnAddress> all = new ArrayList<>();
        try {
            for (NetworkInterface network :
                    Collections.list(NetworkInterface.getNetworkInterfaces())) {
                if (network.isUp() && !network.isPointToPoint()) {
                    network.inetAddresses()
                            .forEach(
                                    address -> all.add(new OwnAddress(network.getName(), address)));
                }
            }
        } catch (SocketException e) {
            // A machine that does not tell its interfaces is as one without any.
            return Optional.empty();
        }
        return best(all);
    }

    /** The best of some addresses; the first of those that are as good. */
    static Optional<OwnAddress> best(List<OwnAddress> all) {
        return all.stream().filter(OwnAddress::isReachable).min(BEST_FIRST);
    }

    private boolean isReachable() {
        return !address.isLoopbackAddress()
                && !address.isLinkLocalAddress()
                && !address.isMulticastAddress()
                && !address.isAnyLocalAddress();
    }

    private boolean isInner() {
        return INNER.stream().anyMatch(network::startsWith);
    }

    /** The address as text, without the interface, whose name means nothing elsewhere. */
    String host() {
        String host = address.getHostAddress();
        int zone = host.indexOf('%');
        return zone < 0 ? host : host.substring(0, zone);
    }
}
