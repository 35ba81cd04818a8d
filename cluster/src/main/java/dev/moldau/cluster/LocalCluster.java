package dev.moldau.cluster;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand;
import dev.moldau.cluster.controller.ControllerLoop;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.move.MovingMark;
import dev.moldau.cluster.store.LocalClusterStore;
import dev.moldau.common.Lane;
import dev.moldau.common.config.BrokerConfig;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A broker that is a cluster of its own: the store is one file, and the broker is always the
 * controller. The composition root opens it, registers the broker once its listeners are bound, and
 * closes it last.
 */
public final class LocalCluster implements Controller, AutoCloseable {

    private final LocalClusterStore store;
    private final ControllerLoop loop;
    private final EffectiveConfigs configs;

    private LocalCluster(LocalClusterStore store, ControllerLoop loop, EffectiveConfigs configs) {
        this.store = store;
        this.loop = loop;
        this.configs = configs;
    }

    /**
     * Opens the cluster, and makes one if there is none. Reads the file on the calling thread.
     *
     * @param file where the cluster is kept, such as {@code data/cluster.mv}
     * @param config the broker's settings
     * @param lane the controller's thread; it waits for the file's disk, so nothing else that
     *     hurries should run on it
     * @param random the source of ids
     * @throws dev.moldau.cluster.store.StoreException if the file is in use, damaged or cannot be
     *     written; the message names the file and the remedy
     * @throws dev.moldau.cluster.controller.HalfMovedException if the cluster is on its way to
     *     another store
     * @throws WrongNodeIdException if the cluster belongs to a broker of another number
     */
    public static LocalCluster open(
            Path file, BrokerConfig config, Lane lane, RandomGenerator random) {
        EffectiveConfigs configs = new EffectiveConfigs(config);
        LocalClusterStore store = LocalClusterStore.open(file);
        try {
            MovingMark.check(store);
            ControllerLoop loop =
                    ControllerLoop.start(store, lane, configs, config.nodeId(), random);
            checkNodeId(file, loop.images().current(), config.nodeId());
            return new LocalCluster(store, loop, configs);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static void checkNodeId(Path file, ClusterImage image, int nodeId) {
        if (!image.brokers().isEmpty() && !image.brokers().containsKey(nodeId)) {
            throw new WrongNodeIdException(file, image.brokers().keySet(), nodeId);
        }
    }

    @Override
    public <R> CompletableFuture<R> submit(ControllerCommand<R> command) {
        return loop.submit(command);
    }

    @Override
    public ImageSource images() {
        return loop.images();
    }

    /** The settings that count on this broker. */
    public EffectiveConfigs configs() {
        return configs;
    }

    /** Stops the controller and gives the file back. Waits until a write that is under way ends. */
    @Override
    public void close() {
        loop.close();
        store.close();
    }
}
