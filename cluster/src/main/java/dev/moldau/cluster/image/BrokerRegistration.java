package dev.moldau.cluster.image;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A broker of the cluster.
 *
 * @param id its number
 * @param epoch which of its registrations this is; rises with every start
 * @param endpoints its addresses, one for each listener
 * @param rack the rack or zone it stands in; null if it names none
 * @param alive whether it is there now; a broker that is not keeps its place until it is
 *     unregistered
 */
public record BrokerRegistration(
        int id, long epoch, List<Endpoint> endpoints, @Nullable String rack, boolean alive) {

    /** Copies the list. */
    public BrokerRegistration {
        endpoints = List.copyOf(endpoints);
    }

    /** The address for clients of the given listener. */
    public Optional<Endpoint> endpoint(String listener) {
        return endpoints.stream().filter(e -> e.listener().equals(listener)).findFirst();
    }

    /** The same registration of a broker that has gone. */
    public BrokerRegistration gone() {
        return new BrokerRegistration(id, epoch, endpoints, rack, false);
    }
}
