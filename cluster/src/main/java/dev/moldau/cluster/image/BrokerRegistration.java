package dev.moldau.cluster.image;

import dev.moldau.common.Uuid;
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
 * @param incarnation which of its processes this is; {@link Uuid#ZERO} for a broker that is a
 *     cluster of its own
 * @param stopping whether it has said that it is about to stop; it leads nothing any more for which
 *     there is another
 * @param directory the identity of its data folder; {@link Uuid#ZERO} if it is not known
 */
public record BrokerRegistration(
        int id,
        long epoch,
        List<Endpoint> endpoints,
        @Nullable String rack,
        boolean alive,
        Uuid incarnation,
        boolean stopping,
        Uuid directory) {

    /** Copies the list. */
    public BrokerRegistration {
        endpoints = List.copyOf(endpoints);
    }

    /** A broker that is a cluster of its own. */
    public BrokerRegistration(
            int id, long epoch, List<Endpoint> endpoints, @Nullable String rack, boolean alive) {
        this(id, epoch, endpoints, rack, alive, Uuid.ZERO, false, Uuid.ZERO);
    }

    /** The address for clients of the given listener. */
    public Optional<Endpoint> endpoint(String listener) {
        return endpoints.stream().filter(e -> e.listener().equals(listener)).findFirst();
    }

    /** Whether it may lead partitions and be in sync. */
    public boolean electable() {
        return alive && !stopping;
    }

    /** The same registration of a broker that has gone. */
    public BrokerRegistration gone() {
        return new BrokerRegistration(
                id, epoch, endpoints, rack, false, incarnation, stopping, directory);
    }

    /** The same registration of a broker that is about to stop. */
    public BrokerRegistration aboutToStop() {
        return new BrokerRegistration(
                id, epoch, endpoints, rack, alive, incarnation, true, directory);
    }
}
