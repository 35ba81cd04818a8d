package dev.moldau.server;

import static java.util.Objects.requireNonNull;

import dev.moldau.broker.BrokerFigures;
import dev.moldau.cluster.store.zookeeper.EmbeddedZooKeeper;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Brokers in this process that share a ZooKeeper in this process. */
final class ClusterUnderTest implements AutoCloseable {

    private final Path folder;
    private final Map<String, String> settings;
    private final EmbeddedZooKeeper zooKeeper;
    private final Map<Integer, EmbeddedBroker> brokers = new TreeMap<>();

    ClusterUnderTest(Path folder, Map<String, String> settings) {
        this.folder = folder;
        this.settings = Map.copyOf(settings);
        this.zooKeeper = EmbeddedZooKeeper.start(folder.resolve("zookeeper"));
    }

    /** A cluster of brokers 1 to n. */
    static ClusterUnderTest of(int count, Path folder, Map<String, String> settings) {
        ClusterUnderTest cluster = new ClusterUnderTest(folder, settings);
        for (int id = 1; id <= count; id++) {
            cluster.start(id);
        }
        return cluster;
    }

    EmbeddedBroker start(int id) {
        return start(id, Map.of());
    }

    /** Starts a broker with settings of its own, which are stronger than the cluster's. */
    EmbeddedBroker start(int id, Map<String, String> own) {
        Map<String, String> all = new HashMap<>();
        all.put("node.id", Integer.toString(id));
        all.put("zookeeper.connect", zooKeeper.connect() + "/moldau-test");
        all.put("group.initial.rebalance.delay.ms", "0");
        all.put("offsets.topic.replication.factor", "3");
        all.putAll(settings);
        all.putAll(own);
        EmbeddedBroker started = EmbeddedBroker.start(folder.resolve("broker-" + id), all);
        brokers.put(id, started);
        return started;
    }

    EmbeddedBroker broker(int id) {
        return requireNonNull(brokers.get(id));
    }

    /** The brokers that run, by number. */
    Map<Integer, EmbeddedBroker> brokers() {
        return Collections.unmodifiableMap(brokers);
    }

    EmbeddedZooKeeper zooKeeper() {
        return zooKeeper;
    }

    void stop(int id) {
        requireNonNull(brokers.remove(id)).close();
    }

    /** What clients of a broker's listener connect to. */
    String bootstrap(int id, String listener) {
        return broker(id).bootstrapServers(listener);
    }

    /** How the brokers that run stand. */
    List<BrokerFigures> figures() {
        return brokers.values().stream().map(each -> each.server().broker().figures()).toList();
    }

    String bootstrapServers() {
        return brokers.values().stream()
                .map(EmbeddedBroker::bootstrapServers)
                .collect(Collectors.joining(","));
    }

    @Override
    public void close() {
        brokers.values().forEach(EmbeddedBroker::close);
        zooKeeper.close();
    }
}
