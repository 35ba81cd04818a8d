package dev.moldau.broker.topic;

import dev.moldau.broker.api.ConnectionInfo;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which address of a broker a client is told: that of the listener it came by, and, where the
 * listener advertises no host, the very address it came by. So a client that could connect once can
 * connect again, without anybody having configured an advertised address.
 */
public final class Advertised {

    private Advertised() {}

    /**
     * A broker as one client sees it.
     *
     * @param broker the broker
     * @param host its host for that client
     * @param port its port for that client
     */
    public record Address(BrokerRegistration broker, String host, int port) {}

    /** All brokers that serve the client's listener, by number. */
    static List<Address> brokers(
            ClusterImage image, ConnectionInfo connection, boolean includeGone) {
        List<Address> found = new ArrayList<>();
        for (BrokerRegistration broker : image.brokers().values()) {
            if (broker.alive() || includeGone) {
                address(broker, connection).ifPresent(found::add);
            }
        }
        return found;
    }

    /** One broker as the client sees it; empty if it does not serve the client's listener. */
    public static Optional<Address> address(BrokerRegistration broker, ConnectionInfo connection) {
        return broker.endpoint(connection.listenerName())
                .map(endpoint -> new Address(broker, host(endpoint, connection), endpoint.port()));
    }

    private static String host(Endpoint endpoint, ConnectionInfo connection) {
        return endpoint.host().isEmpty() ? connection.localHost() : endpoint.host();
    }
}
