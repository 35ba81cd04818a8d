package dev.moldau.server;

import dev.moldau.cluster.image.Endpoint;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ListenerAddress;
import java.util.List;
import java.util.Optional;

/**
 * What clients are told about each listener: what {@code advertised.listeners} says, else the host
 * that the listener is bound to. For one that is bound to every address: the address through which
 * the client came, as long as the broker is alone; where there are several, one address of this
 * machine, since other brokers tell it to clients that never came here. Immutable.
 */
final class AdvertisedListeners {

    private final List<ListenerAddress> configured;
    private final String everyAddress;

    /**
     * @param everyAddress the host told for a listener that is bound to every address; empty for
     *     the one that each client came by
     */
    AdvertisedListeners(BrokerConfig config, String everyAddress) {
        this.configured = config.advertisedListeners();
        this.everyAddress = everyAddress;
    }

    /** The host told for a listener; empty if that depends on the connection. */
    String host(ListenerAddress listener) {
        ListenerAddress told = find(listener).orElse(listener);
        if (!told.isEveryAddress()) {
            return told.host();
        }
        return listener.isEveryAddress() ? everyAddress : listener.host();
    }

    /**
     * What is told for a bound listener.
     *
     * @param listener with the port that it really got
     */
    ListenerAddress address(ListenerAddress listener) {
        int port =
                find(listener)
                        .map(ListenerAddress::port)
                        .filter(configuredPort -> configuredPort != 0)
                        .orElse(listener.port());
        return new ListenerAddress(
                listener.name(), listener.securityProtocol(), host(listener), port);
    }

    /** The endpoints of bound listeners, whose ports are the real ones. */
    List<Endpoint> endpoints(List<ListenerAddress> bound) {
        return bound.stream().map(this::address).map(AdvertisedListeners::endpoint).toList();
    }

    private static Endpoint endpoint(ListenerAddress told) {
        return new Endpoint(told.name(), told.securityProtocol(), told.host(), told.port());
    }

    private Optional<ListenerAddress> find(ListenerAddress listener) {
        return configured.stream().filter(c -> c.name().equals(listener.name())).findFirst();
    }
}
