package dev.moldau.server;

import dev.moldau.broker.lane.ThreadLane;
import dev.moldau.cluster.move.ClusterMove;
import dev.moldau.cluster.move.ClusterMove.Moved;
import dev.moldau.cluster.move.MoveRefusedException;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreException;
import dev.moldau.cluster.store.zookeeper.ZooKeeperClusterStore;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.InvalidConfigException;
import java.nio.file.Path;

/**
 * Moves the cluster of a broker that is alone to ZooKeeper, while the broker is stopped. Used by
 * one thread.
 */
public final class MoveToZooKeeper {

    private final BrokerConfig config;

    /**
     * @param config the broker's settings, with zookeeper.connect: those that it starts with
     *     afterwards
     */
    public MoveToZooKeeper(BrokerConfig config) {
        this.config = config;
    }

    /** A step of a move. */
    private interface Step<T> {
        T take(ClusterMove move) throws MoveRefusedException;
    }

    /**
     * Moves the cluster, or finishes a move that was interrupted.
     *
     * @throws StartException if it cannot be moved; the message says why, and what to do. What was
     *     done is kept: run it again
     */
    public Moved run() throws StartException {
        return take(ClusterMove::run);
    }

    /**
     * Takes back a move that was interrupted.
     *
     * @return whether there was anything to take back
     * @throws StartException if it has arrived, or a store cannot be used
     */
    public boolean cancel() throws StartException {
        return take(ClusterMove::cancel);
    }

    private <T> T take(Step<T> step) throws StartException {
        String connect =
                config.zooKeeperConnect()
                        .orElseThrow(
                                () ->
                                        new StartException(
                                                "zookeeper.connect is not set: it says where the"
                                                        + " cluster is to go; add it to the file, or give it"
                                                        + " with --zookeeper"))
                        .toString();
        try (ThreadLane lane = new ThreadLane("zookeeper", MoveToZooKeeper::stopped);
                ClusterStore store = ZooKeeperClusterStore.open(config, new SystemClock(), lane)) {
            return take(step, store, connect);
        } catch (StoreException | InvalidConfigException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private <T> T take(Step<T> step, ClusterStore store, String connect) throws StartException {
        Path file = Foundation.ownCluster(config);
        try (ClusterMove move = ClusterMove.open(file, config.nodeId(), store, connect)) {
            return step.take(move);
        } catch (MoveRefusedException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Calls of the store then end at their time limit, with their own message. */
    private static void stopped(ThreadLane lane, Throwable bug) {
        throw new IllegalStateException("the thread '" + lane.name() + "' ended by a bug", bug);
    }
}
