package dev.moldau.server;

import dev.moldau.broker.lane.ThreadLane;
import dev.moldau.broker.member.ClusterMember;
import dev.moldau.broker.member.MemberPorts;
import dev.moldau.broker.replication.ReplicationSettings;
import dev.moldau.client.net.AddressLookup;
import dev.moldau.client.net.NettyLoop;
import dev.moldau.client.net.NettyNetwork;
import dev.moldau.client.net.NetworkSettings;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.store.zookeeper.ZooKeeperClusterStore;
import dev.moldau.common.config.BrokerConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster that this broker shares with others: the store on ZooKeeper, the connections to other
 * brokers, and this broker's part. Opened and closed by one thread at a time.
 */
final class SharedCluster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SharedCluster.class);

    private static final long LOOP_END_MS = 2_000;

    private final ThreadLane storeLane;
    private final ThreadLane memberLane;
    private final ZooKeeperClusterStore store;
    private final NettyLoop loop;
    private final ClusterMember member;

    private SharedCluster(
            ThreadLane storeLane,
            ThreadLane memberLane,
            ZooKeeperClusterStore store,
            NettyLoop loop,
            ClusterMember member) {
        this.storeLane = storeLane;
        this.memberLane = memberLane;
        this.store = store;
        this.loop = loop;
        this.member = member;
    }

    /**
     * Connects with the store and puts this broker's part together; it takes no part yet.
     *
     * @param config this broker's file, with zookeeper.connect
     * @param configs the settings that count
     * @param foundation clock, chance and threads
     * @throws dev.moldau.cluster.store.StoreException if the store cannot be used; nothing is left
     *     running
     */
    static SharedCluster open(
            BrokerConfig config, EffectiveConfigs configs, Foundation foundation) {
        ThreadLane storeLane = foundation.lane("zookeeper");
        ZooKeeperClusterStore store;
        try {
            store = ZooKeeperClusterStore.open(config, foundation.clock(), storeLane);
        } catch (RuntimeException | Error e) {
            storeLane.close();
            throw e;
        }
        ThreadLane memberLane = foundation.lane("member");
        NettyLoop loop = new NettyLoop("broker-" + config.nodeId());
        loop.onFault(bug -> foundation.report(loop.name(), bug));
        NetworkSettings network = ReplicationSettings.network(config);
        try {
            ClusterMember member =
                    ClusterMember.join(
                            config,
                            configs,
                            new MemberPorts(
                                    store,
                                    memberLane,
                                    foundation.controllerLane(),
                                    foundation.timer(),
                                    foundation.diskThreads(),
                                    foundation.random(),
                                    loop,
                                    () ->
                                            new NettyNetwork(
                                                    loop,
                                                    network,
                                                    AddressLookup.SYSTEM,
                                                    foundation.random()),
                                    why -> foundation.report("member", why)));
            return new SharedCluster(storeLane, memberLane, store, loop, member);
        } catch (RuntimeException | Error e) {
            end(loop);
            store.close();
            storeLane.close();
            memberLane.close();
            throw e;
        }
    }

    ClusterMember member() {
        return member;
    }

    /** Leaves the cluster: this broker's records in the store are gone when this returns. */
    void leave() {
        member.close();
    }

    /** Gives all back, when the timer runs nothing any more. */
    @Override
    public void close() {
        end(loop);
        store.close();
        storeLane.close();
        memberLane.close();
    }

    private static void end(NettyLoop loop) {
        loop.close();
        try {
            if (!loop.awaitEnd(LOOP_END_MS)) {
                LOG.warn("{} did not end within {} ms", loop.name(), LOOP_END_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
