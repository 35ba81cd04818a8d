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
 * @param endpoints its addresses, one for each listener
 * @param rack the rack or zone it stands in; null if it names none
 */
public record BrokerPresence(
        int id, Uuid incarnation, List<Endpoint> endpoints, @Nullable String rack) {

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
