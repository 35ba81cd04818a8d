package dev.moldau.simulation.broker;

import dev.moldau.broker.lane.BatchingLane;
import dev.moldau.broker.member.ClusterMember;
import dev.moldau.broker.member.MemberPorts;
import dev.moldau.client.fake.SimConditions;
import dev.moldau.client.fake.SimHosts;
import dev.moldau.client.fake.SimLoop;
import dev.moldau.client.fake.SimNetwork;
import dev.moldau.client.net.Network;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.simulation.world.SimProcess;
import dev.moldau.simulation.world.World;
import java.util.ArrayList;
import java.util.List;

/**
 * A process's part in a cluster of several: the real member, and its connections to other brokers.
 * Wired as the server wires it.
 */
final class Membership {

    private static final long LOOP_JITTER_NS = 100_000;

    private final World world;
    private final SimHosts others;
    private final SimLoop loop;
    private final List<SimNetwork> networks = new ArrayList<>();
    private final BatchingLane memberLane;
    private final BatchingLane controllerLane;
    private final ClusterMember member;
    private SimConditions conditions;

    /** Puts the member together; waits for the store. */
    Membership(
            World world,
            SimProcess process,
            ClusterStore store,
            SimHosts others,
            SimConditions conditions,
            BrokerConfig config,
            EffectiveConfigs configs) {
        this.world = world;
        this.others = others;
        this.conditions = conditions;
        this.loop = new SimLoop(world.time(), world.random(), LOOP_JITTER_NS, process::turn);
        this.memberLane = process.lanes().lane("member");
        this.controllerLane = process.lanes().lane("controller");
        this.member =
                ClusterMember.join(
                        config,
                        configs,
                        new MemberPorts(
                                store,
                                memberLane,
                                controllerLane,
                                process.timer(),
                                process.diskThreads(),
                                world.newRandom(),
                                loop,
                                this::network,
                                Membership::replaced));
    }

    private Network network() {
        SimNetwork network = new SimNetwork(loop, others, world.random());
        network.conditions(conditions);
        networks.add(network);
        return network;
    }

    /** A machine runs one process at a time, so nobody takes its place. */
    private static void replaced(String why) {
        throw new IllegalStateException(why);
    }

    ClusterMember member() {
        return member;
    }

    /** Changes how well the network works from now on. */
    void conditions(SimConditions next) {
        conditions = next;
        networks.forEach(network -> network.conditions(next));
    }

    /** Its connections to other brokers end, as they do when a switch is restarted. */
    void cutConnections() {
        networks.forEach(SimNetwork::cutAll);
    }

    /** Leaves the cluster. */
    void leave() {
        member.close();
    }

    /** Ends the threads, when neither the timer nor the store has anything for them any more. */
    void close() {
        memberLane.close();
        controllerLane.close();
    }
}
