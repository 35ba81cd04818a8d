package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.Endpoint;
import dev.moldau.common.Uuid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a broker that is there says of itself in the store.
 *
 * @param id its number
 * @param incarnation which of its processes this is; chosen anew with every start
 * @param directory the identity of its data folder, which one process at a time can have: whoever
 *     has the same one is the same broker, started anew
 * @param endpoints its addresses, one for each listener
 * @param rack the rack or zone it stands in; null if it names none
 * @param closedInEpoch the epoch of the registration in which the broker last closed its logs in
 *     good order, so that nothing is lost that was in them; {@link #NOT_CLOSED} if the process
 *     before this one did not
 */
public record BrokerPresence(
        int id,
        Uuid incarnation,
        Uuid directory,
        List<Endpoint> endpoints,
        @Nullable String rack,
        long closedInEpoch) {

    /** Stands for logs that were not closed in good order. */
    public static final long NOT_CLOSED = -1;

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if the incarnation is {@link Uuid#ZERO}, which stands for a
     *     broker that is a cluster of its own
     */
    public BrokerPresence {
        endpoints = List.copyOf(endpoints);
        if (incarnation.equals(Uuid.ZERO)) {
            throw new IllegalArgumentException("broker " + id + " has no incarnation");
        }
    }
}
