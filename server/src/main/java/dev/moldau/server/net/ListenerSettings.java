package dev.moldau.server.net;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ListenerAddress;
import dev.moldau.common.config.NetworkKeys;

/**
 * One listener, as it is to be opened.
 *
 * @param address where it listens; port 0 for any free one
 * @param advertisedHost what clients are told; empty if that depends on the connection
 * @param maxConnections how many connections it may hold, {@code
 *     listener.name.<name>.max.connections}; without that, as many as all together
 * @param apart whether its connections do not count among those of the others: clients cannot use
 *     up the place of brokers
 * @param sockets how its sockets are set
 */
public record ListenerSettings(
        ListenerAddress address,
        String advertisedHost,
        int maxConnections,
        boolean apart,
        SocketSettings sockets) {

    public ListenerSettings {
        if (maxConnections < 0) {
            throw new IllegalArgumentException("limits must not be negative");
        }
    }

    /**
     * What a broker's settings say.
     *
     * @param address one of the broker's listeners
     * @param advertisedHost what clients are told; empty if that depends on the connection
     */
    public static ListenerSettings of(
            BrokerConfig config, ListenerAddress address, String advertisedHost) {
        boolean apart =
                config.listeners().size() > 1 && address.equals(config.interBrokerListener());
        return new ListenerSettings(
                address,
                advertisedHost,
                config.find(NetworkKeys.MAX_CONNECTIONS, address.name())
                        .orElse(config.get(NetworkKeys.MAX_CONNECTIONS)),
                apart,
                SocketSettings.of(config, address.name()));
    }

    /** The listener's name. */
    String name() {
        return address.name();
    }
}
