package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.common.Uuid;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Who is there to lead, looked up once for decisions about many partitions. Immutable. */
final class BrokerRoll {

    private final Map<Integer, BrokerRegistration> brokers;
    private final Set<Integer> alive = new HashSet<>();
    private final Set<Integer> electable = new HashSet<>();

    private BrokerRoll(Map<Integer, BrokerRegistration> brokers) {
        this.brokers = brokers;
        for (BrokerRegistration broker : brokers.values()) {
            if (broker.alive()) {
                alive.add(broker.id());
            }
            if (broker.electable()) {
                electable.add(broker.id());
            }
        }
    }

    static BrokerRoll of(ClusterImage image) {
        return new BrokerRoll(image.brokers());
    }

    boolean alive(int broker) {
        return alive.contains(broker);
    }

    /** Whether the broker may lead and be in sync: it is there and not about to stop. */
    boolean electable(int broker) {
        return electable.contains(broker);
    }

    boolean allElectable(Iterable<Integer> ids) {
        for (int id : ids) {
            if (!electable.contains(id)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the broker has that data folder. */
    boolean has(int broker, Uuid folder) {
        BrokerRegistration found = brokers.get(broker);
        return found != null && found.directory().equals(folder);
    }

    /** Whether the broker may join those in sync, given the epoch that its leader knows of it. */
    boolean mayJoin(int broker, long knownEpoch) {
        BrokerRegistration found = brokers.get(broker);
        return found != null
                && found.electable()
                && (knownEpoch == IsrProposal.UNKNOWN_EPOCH || knownEpoch == found.epoch());
    }
}
