package dev.moldau.cli.training;

import dev.moldau.broker.topic.LoggerLevels;
import dev.moldau.cluster.store.zookeeper.server.EnsembleServerSettings;
import dev.moldau.server.ConfigFile;
import dev.moldau.server.MoldauServer;
import dev.moldau.server.StartException;
import dev.moldau.server.ZooKeeperProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Two brokers of a cluster and its ZooKeeper server, all in this process, that take over from one
 * another while records are sent. In each broker of a real cluster that happens for the first time
 * when others wait for it, and what the JVM does at the first time of everything would take longer
 * than all the rest. Confined to one thread.
 */
public final class TrainingCluster implements AutoCloseable {

    private static final int BROKERS = 2;
    private static final int TIMEOUT_S = 30;

    private final Path folder;
    private final LoggerLevels loggers;
    private final ZooKeeperProcess zooKeeper;
    private final CompletableFuture<Void> zooKeeperEnded;
    private final InetSocketAddress store;
    private final Map<Integer, MoldauServer> brokers = new HashMap<>();

    private TrainingCluster(Path folder, LoggerLevels loggers, PrintWriter out)
            throws StartException {
        this.folder = folder;
        this.loggers = loggers;
        this.zooKeeper =
                new ZooKeeperProcess(
                        new EnsembleServerSettings(
                                Optional.empty(),
                                Optional.of(folder.resolve("zookeeper")),
                                Optional.of("127.0.0.1:0"),
                                List.of(),
                                0),
                        out,
                        () -> {});
        this.zooKeeperEnded = CompletableFuture.runAsync(this::serve, TrainingCluster::onThread);
        this.store =
                zooKeeper
                        .ready()
                        .toCompletableFuture()
                        .orTimeout(TIMEOUT_S, TimeUnit.SECONDS)
                        .join();
    }

    private static void onThread(Runnable work) {
        Thread.ofPlatform().daemon(true).name("zookeeper").start(work);
    }

    private void serve() {
        try {
            zooKeeper.run();
        } catch (StartException e) {
            throw new CompletionException(e);
        }
    }

    /**
     * Starts the cluster, has each broker take over from the other, and ends it.
     *
     * @param folder an empty one
     * @param loggers this process's loggers
     * @param out where the servers say that they are ready
     * @throws StartException if a server cannot start
     * @throws IOException if a broker answers with what it should not, or not at all
     */
    public static void play(Path folder, LoggerLevels loggers, PrintWriter out)
            throws StartException, IOException {
        try (TrainingCluster cluster = new TrainingCluster(folder, loggers, out)) {
            for (int id = 1; id <= BROKERS; id++) {
                cluster.start(id);
            }
            TrainingTopic topic = new TrainingTopic(cluster.ports());
            topic.create(BROKERS);
            for (int id = 1; id <= BROKERS; id++) {
                topic.awaitInSync(BROKERS);
                int leaving = id;
                topic.produceWhile(cluster.ports(), () -> cluster.stop(leaving));
                cluster.start(id);
                topic.movedTo(cluster.ports());
            }
            topic.awaitInSync(BROKERS);
        }
    }

    private void start(int id) throws StartException {
        Map<String, String> settings = new HashMap<>();
        settings.put("node.id", Integer.toString(id));
        settings.put("log.dirs", folder.resolve("broker-" + id).toString());
        settings.put("listeners", "PLAINTEXT://127.0.0.1:0");
        settings.put("zookeeper.connect", "127.0.0.1:" + store.getPort());
        settings.put("offsets.topic.num.partitions", "2");
        settings.put("offsets.topic.replication.factor", Integer.toString(BROKERS));
        brokers.put(
                id,
                MoldauServer.start(
                        ConfigFile.load(Optional.empty(), settings),
                        loggers,
                        (thread, bug) -> {
                            throw new IllegalStateException(thread + " ended", bug);
                        }));
    }

    private void stop(int id) {
        MoldauServer leaving = brokers.remove(id);
        if (leaving != null) {
            leaving.close();
        }
    }

    /** Where each broker that runs takes clients. */
    private Map<Integer, Integer> ports() {
        Map<Integer, Integer> ports = new HashMap<>();
        brokers.forEach((id, broker) -> ports.put(id, broker.listeners().getFirst().port()));
        return ports;
    }

    @Override
    public void close() {
        for (int id = 1; id <= BROKERS; id++) {
            stop(id);
        }
        zooKeeper.stop();
        zooKeeperEnded.orTimeout(TIMEOUT_S, TimeUnit.SECONDS).join();
    }
}
