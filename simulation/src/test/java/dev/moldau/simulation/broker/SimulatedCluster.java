package dev.moldau.simulation.broker;

import dev.moldau.client.Node;
import dev.moldau.client.fake.ModelBroker.Condition;
import dev.moldau.client.fake.SimHost;
import dev.moldau.client.fake.SimHosts;
import dev.moldau.simulation.net.Wires;
import dev.moldau.simulation.store.SimulatedEnsemble;
import dev.moldau.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The machines of a cluster, each with its broker, and the store that they share. */
public final class SimulatedCluster implements SimHosts {

    private final SimulatedEnsemble ensemble = new SimulatedEnsemble();
    private final Wires wires = new Wires();
    private final List<SimulatedBroker> brokers = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();

    /**
     * So many machines, with nothing running yet.
     *
     * @param settings the configuration of each broker, but for its identity and its folder
     * @param sessionMs for how long a broker may be silent before the store gives it up
     */
    public SimulatedCluster(
            World world, int count, Map<String, String> settings, long jitterNs, int sessionMs) {
        for (int id = 1; id <= count; id++) {
            brokers.add(new SimulatedBroker(world, this, id, settings, jitterNs, sessionMs));
        }
    }

    /** The ways between its machines, and from and to its clients'. */
    public Wires wires() {
        return wires;
    }

    /** The brokers, by id. */
    public List<SimulatedBroker> brokers() {
        return List.copyOf(brokers);
    }

    /** Where clients look for the cluster. */
    public List<Node> bootstrap() {
        List<Node> nodes = new ArrayList<>();
        for (SimulatedBroker broker : brokers) {
            nodes.add(new Node(-1 - nodes.size(), broker.host(), broker.port(), null));
        }
        return nodes;
    }

    /** Whether every broker serves, and will go on. */
    public boolean isWell() {
        return brokers.stream().allMatch(SimulatedBroker::isStaying);
    }

    SimulatedEnsemble ensemble() {
        return ensemble;
    }

    @Override
    public @Nullable SimHost hostAt(String host, int port) {
        for (SimulatedBroker broker : brokers) {
            if (broker.host().equals(host) && broker.port() == port) {
                return broker;
            }
        }
        return null;
    }

    @Override
    public List<SimHost> all() {
        return List.copyOf(brokers);
    }

    @Override
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    void changed(SimulatedBroker broker) {
        Condition now = broker.condition();
        listeners.forEach(listener -> listener.changed(broker, now));
    }

    @Override
    public String toString() {
        return brokers.toString();
    }
}
