package dev.moldau.simulation;

import dev.moldau.simulation.broker.SimulatedBroker;
import dev.moldau.simulation.broker.SimulatedCluster;
import dev.moldau.simulation.load.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Cuts connections and wires: between a client and a broker, between two brokers, in one direction
 * or both, or all around one broker.
 */
final class NetworkTrouble {

    private final RandomGenerator random;
    private final SimulatedCluster cluster;
    private final List<Client> clients;
    private final Tally tally;

    NetworkTrouble(
            RandomGenerator random, SimulatedCluster cluster, List<Client> clients, Tally tally) {
        this.random = random;
        this.cluster = cluster;
        this.clients = clients;
        this.tally = tally;
    }

    /**
     * Something goes wrong.
     *
     * @return what makes it well again
     */
    Runnable begin() {
        boolean shared = cluster.brokers().size() > 1;
        return switch (random.nextInt(shared ? 6 : 2)) {
            case 0 -> cutConnections(shared);
            case 1 -> between(any(clients), any(cluster.brokers()));
            case 2, 3 -> betweenBrokers();
            default -> around(any(cluster.brokers()));
        };
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private Runnable cutConnections(boolean shared) {
        if (shared && random.nextBoolean()) {
            any(cluster.brokers()).cutConnections();
        } else {
            any(clients).cutConnections();
        }
        return () -> {};
    }

    private Runnable betweenBrokers() {
        SimulatedBroker left = any(cluster.brokers());
        List<SimulatedBroker> others = new ArrayList<>(cluster.brokers());
        others.remove(left);
        return between(left, any(others));
    }

    /** The store may see the broker still, so that it may stay leader, or controller. */
    private Runnable around(SimulatedBroker broker) {
        List<Object> others = new ArrayList<>(cluster.brokers());
        others.remove(broker);
        if (random.nextBoolean()) {
            others.addAll(clients);
        }
        List<Runnable> cures = others.stream().map(other -> between(broker, other)).toList();
        return () -> cures.forEach(Runnable::run);
    }

    private Runnable between(Object left, Object right) {
        tally.cuts++;
        int directions = random.nextInt(4);
        if (directions == 1) {
            return oneWay(left, right);
        }
        if (directions == 2) {
            return oneWay(right, left);
        }
        cluster.wires().cut(left, right);
        cluster.wires().cut(right, left);
        return () -> {
            cluster.wires().mend(left, right);
            cluster.wires().mend(right, left);
        };
    }

    private Runnable oneWay(Object from, Object to) {
        tally.oneWayCuts++;
        cluster.wires().cut(from, to);
        return () -> cluster.wires().mend(from, to);
    }
}
