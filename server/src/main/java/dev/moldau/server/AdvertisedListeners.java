package dev.moldau.server;

import dev.moldau.cluster.image.Endpoint;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ListenerAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What clients are told about each listener: what {@code advertised.listeners} says, else the host
 * that the listener is bound to, else (bound to every address) the address through which the client
 * came.
 */
final class AdvertisedListeners {

    private final List<ListenerAddress> configured;

    /**
     * @throws StartException if a listener is advertised that does not exist
     */
    AdvertisedListeners(BrokerConfig config) throws StartException {
        this.configured = config.advertisedListeners();
        for (ListenerAddress advertised : configured) {
            if (config.listeners().stream().noneMatch(l -> l.name().equals(advertised.name()))) {
                throw new StartException(
                        "advertised.listeners names "
                                + advertised
                                + ", but listeners has no listener "
                                + advertised.name());
            }
            if (isEveryAddress(advertised.host()) && !advertised.host().isEmpty()) {
                throw new StartException(
                        "advertised.listeners names "
                                + advertised
                                + ", which clients cannot connect to; leave the host out to tell"
                                + " each client the address it came by");
            }
        }
    }

    /** The host told for a listener; empty if that depends on the connection. */
    String host(ListenerAddress listener) {
        return find(listener)
                .map(ListenerAddress::host)
                .orElseGet(() -> isEveryAddress(listener.host()) ? "" : listener.host());
    }

    /** The endpoints of bound listeners, whose ports are the real ones. */
    List<Endpoint> endpoints(List<ListenerAddress> bound) {
        List<Endpoint> endpoints = new ArrayList<>();
        for (ListenerAddress listener : bound) {
            int port =
                    find(listener)
                            .map(ListenerAddress::port)
                            .filter(configuredPort -> configuredPort != 0)
                            .orElse(listener.port());
            endpoints.add(
                    new Endpoint(
                            listener.name(), listener.securityProtocol(), host(listener), port));
        }
        return endpoints;
    }

    private Optional<ListenerAddress> find(ListenerAddress listener) {
        return configured.stream().filter(c -> c.name().equals(listener.name())).findFirst();
    }

    private static boolean isEveryAddress(String host) {
        return host.isEmpty() || host.equals("0.0.0.0") || host.equals("::");
    }
}
