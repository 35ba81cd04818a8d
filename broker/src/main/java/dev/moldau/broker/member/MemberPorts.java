package dev.moldau.broker.member;

import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.common.Lane;
import dev.moldau.common.Timer;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What a member of a cluster is given from outside. Whoever made these closes them after the
 * member.
 *
 * @param store where the cluster is kept
 * @param lane where presence and election live; it may wait for the store
 * @param controllerLane where the controller lives while this broker is; it may wait for the store
 * @param timer where deadlines hang
 * @param diskThreads encode whole images for brokers that lag behind
 * @param random the source of chance; safe for use by any thread
 * @param loop the owner of the connections to other brokers
 * @param networks makes sets of such connections; each is closed by who asked for it
 * @param replaced called when another process goes by this broker's number, with a sentence that
 *     says which: this process must end
 */
public record MemberPorts(
        ClusterStore store,
        Lane lane,
        Lane controllerLane,
        Timer timer,
        Executor diskThreads,
        RandomGenerator random,
        ClientLoop loop,
        Supplier<Network> networks,
        Consumer<String> replaced) {}
