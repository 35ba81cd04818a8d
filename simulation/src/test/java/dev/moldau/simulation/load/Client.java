package dev.moldau.simulation.load;

import dev.moldau.client.Node;
import dev.moldau.client.fake.SimConditions;
import dev.moldau.client.fake.SimHosts;
import dev.moldau.client.fake.SimLoop;
import dev.moldau.client.fake.SimNetwork;
import dev.moldau.simulation.net.Reach;
import dev.moldau.simulation.net.Wires;
import dev.moldau.simulation.world.World;
import java.util.List;

/** A client's machine: its loop, and its way through the network, which may be cut. */
public final class Client {

    private static final long JITTER_NS = 100_000;

    private final SimLoop loop;
    private final SimNetwork network;
    private final List<Node> bootstrap;

    /** A client that reaches the hosts as the wires let it. */
    public Client(World world, SimHosts hosts, Wires wires, List<Node> bootstrap) {
        this.bootstrap = List.copyOf(bootstrap);
        this.loop = new SimLoop(world.time(), world.random(), JITTER_NS);
        this.network = new SimNetwork(loop, new Reach(hosts, wires, this), world.random());
    }

    /** Changes how well the network works from now on. */
    public void conditions(SimConditions conditions) {
        network.conditions(conditions);
    }

    /** Ends its connections, as a switch that is restarted would. */
    public void cutConnections() {
        network.cutAll();
    }

    SimLoop loop() {
        return loop;
    }

    SimNetwork network() {
        return network;
    }

    List<Node> bootstrap() {
        return bootstrap;
    }
}
