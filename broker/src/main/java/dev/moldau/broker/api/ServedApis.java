package dev.moldau.broker.api;

import java.util.List;

/**
 * What is served, by API number.
 *
 * @param toAll on every listener
 * @param toBrokers on the listener between brokers, with all that is served everywhere
 * @param interBrokerListener the name of that listener; empty if there is none, because the broker
 *     is a cluster of its own
 */
public record ServedApis(
        List<VersionRange> toAll, List<VersionRange> toBrokers, String interBrokerListener) {

    /** Copies the lists. */
    public ServedApis {
        toAll = List.copyOf(toAll);
        toBrokers = List.copyOf(toBrokers);
    }

    /** Whether whoever comes through this listener may be a broker. */
    boolean isBetweenBrokers(String listener) {
        return !interBrokerListener.isEmpty() && interBrokerListener.equals(listener);
    }
}
