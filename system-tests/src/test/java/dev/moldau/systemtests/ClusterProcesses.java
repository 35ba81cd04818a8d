package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Three servers of ZooKeeper and three brokers, each a process of its own, on a network that can be
 * cut between any two of them, and between them and the clients.
 */
final class ClusterProcesses implements AutoCloseable {

    /** How long ZooKeeper hears nothing from a broker before it takes it for dead. */
    static final int SESSION_MS = Integer.getInteger("suite.session", 3_000);

    /** How long a follower may be behind before it counts no longer. */
    static final int LAG_MS = 2 * SESSION_MS;

    /** The node that all clients are on. */
    static final String CLIENTS = "clients";

    /** After so long an ensemble that can elect has done so, on a slow machine too. */
    private static final int ELECTION_S = 60;

    private static final int LOOK_MS = 50;

    private static final int MEMBERS = 3;
    private static final List<String> BROKERS = names("broker-");
    private static final List<String> ZOOKEEPERS = names("zookeeper-");

    private final Path folder;
    private final LoopbackNetwork network = new LoopbackNetwork(nodes());
    private final int clientPort = Workshop.freePort();
    private final int brokerPort = Workshop.freePort();
    private final int zooKeeperPort = Workshop.freePort();
    private final int followPort = Workshop.freePort();
    private final int electionPort = Workshop.freePort();
    private final Map<String, ZooKeeperProcess> zooKeepers = new TreeMap<>();
    private final Map<String, BrokerProcess> brokers = new TreeMap<>();

    private ClusterProcesses(Path folder) {
        this.folder = folder;
    }

    /**
     * Starts all six.
     *
     * @param folder for their data and logs
     * @param settings more lines for each broker's {@code server.properties}
     */
    static ClusterProcesses start(Path folder, String... settings) {
        ClusterProcesses cluster = new ClusterProcesses(folder);
        try {
            cluster.connect();
            cluster.startZooKeepers();
            // At once: the first that is up may need the others for nothing.
            BROKERS.parallelStream().forEach(name -> cluster.startBroker(name, settings));
            return cluster;
        } catch (RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    private static List<String> names(String prefix) {
        return IntStream.rangeClosed(1, MEMBERS).mapToObj(number -> prefix + number).toList();
    }

    private static List<String> nodes() {
        List<String> nodes = new ArrayList<>(List.of(CLIENTS));
        nodes.addAll(BROKERS);
        nodes.addAll(ZOOKEEPERS);
        return nodes;
    }

    private void connect() {
        for (String broker : BROKERS) {
            network.connect(List.of(CLIENTS), broker, clientPort);
            network.connect(BROKERS, broker, brokerPort);
        }
        for (String server : ZOOKEEPERS) {
            network.connect(BROKERS, server, zooKeeperPort);
            network.connect(ZOOKEEPERS, server, followPort);
            network.connect(ZOOKEEPERS, server, electionPort);
        }
    }

    private void startZooKeepers() {
        List<String> ensemble =
                ZOOKEEPERS.stream()
                        .map(
                                name ->
                                        "server.%d=%s:%d:%d"
                                                .formatted(
                                                        number(name),
                                                        name,
                                                        followPort,
                                                        electionPort))
                        .toList();
        for (String name : ZOOKEEPERS) {
            zooKeepers.put(
                    name,
                    ZooKeeperProcess.start(
                            folder.resolve(name),
                            number(name),
                            network.address(name),
                            zooKeeperPort,
                            ensemble,
                            network.hostsOption(name, folder)));
        }
        zooKeepers.values().forEach(ZooKeeperProcess::awaitServing);
    }

    private void startBroker(String name, String... settings) {
        String address = network.address(name).getHostAddress();
        List<String> all = new ArrayList<>();
        all.add("node.id=" + number(name));
        all.add(listeners("listeners", address));
        all.add(listeners("advertised.listeners", name));
        all.add("listener.security.protocol.map=CLIENTS:PLAINTEXT,BROKERS:PLAINTEXT");
        all.add("inter.broker.listener.name=BROKERS");
        all.add(
                "zookeeper.connect="
                        + ZOOKEEPERS.stream()
                                .map(server -> server + ":" + zooKeeperPort)
                                .collect(Collectors.joining(","))
                        + "/system-tests");
        all.add("zookeeper.session.timeout.ms=" + SESSION_MS);
        // The ensemble may be electing a leader while a broker starts.
        all.add("zookeeper.connection.timeout.ms=30000");
        all.add("replica.lag.time.max.ms=" + LAG_MS);
        all.add("default.replication.factor=3");
        all.add("min.insync.replicas=2");
        all.add("offsets.topic.replication.factor=3");
        all.add("offsets.topic.num.partitions=6");
        all.add("group.initial.rebalance.delay.ms=0");
        all.addAll(List.of(settings));
        BrokerProcess started =
                BrokerProcess.startMember(
                        folder.resolve(name),
                        name,
                        clientPort,
                        all,
                        network.hostsOption(name, folder));
        synchronized (brokers) {
            brokers.put(name, started);
        }
    }

    private String listeners(String key, String host) {
        return "%s=CLIENTS://%s:%d,BROKERS://%s:%d"
                .formatted(key, host, clientPort, host, brokerPort);
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring(name.indexOf('-') + 1));
    }

    /** What clients connect to, by names that {@link #clientOption} makes known. */
    String bootstrap() {
        return BROKERS.stream()
                .map(name -> name + ":" + clientPort)
                .collect(Collectors.joining(","));
    }

    /** What the JVM of a client is told. */
    String clientOption() {
        return network.hostsOption(CLIENTS, folder);
    }

    /**
     * How clients come to it. They share a machine with all that is measured, and their JVMs would
     * compile for the time after the test just when a fault has them run what they never ran
     * before.
     */
    Clients clients() {
        return new Clients(bootstrap(), List.of(clientOption(), "-XX:TieredStopAtLevel=1"));
    }

    LoopbackNetwork network() {
        return network;
    }

    static List<String> brokerNames() {
        return BROKERS;
    }

    static List<String> zooKeeperNames() {
        return ZOOKEEPERS;
    }

    /** The number of the server that leads the ensemble, as soon as one does. */
    int zooKeeperLeader() {
        return awaitEnsemble("ZooKeeper has no leader", this::latestLeader);
    }

    /**
     * Waits until all servers of the ensemble follow the same leader. Each alone may serve long
     * before that, one that was paused as the leader of an epoch that is over.
     */
    void awaitWholeEnsemble() {
        awaitEnsemble("not all of ZooKeeper's servers serve under one leader", this::leaderOfAll);
    }

    private static int awaitEnsemble(String otherwise, Supplier<OptionalInt> look) {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(ELECTION_S);
        OptionalInt leader = look.get();
        while (leader.isEmpty()) {
            assertThat(System.nanoTime()).as(otherwise).isLessThan(untilNs);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
            leader = look.get();
        }
        return leader.getAsInt();
    }

    private OptionalInt latestLeader() {
        OptionalInt found = OptionalInt.empty();
        long epoch = Long.MIN_VALUE;
        for (Map.Entry<String, ZooKeeperProcess> entry : zooKeepers.entrySet()) {
            Optional<ZooKeeperProcess.Standing> standing = entry.getValue().standing();
            if (standing.isPresent() && standing.get().leads() && standing.get().epoch() > epoch) {
                found = OptionalInt.of(number(entry.getKey()));
                epoch = standing.get().epoch();
            }
        }
        return found;
    }

    /**
     * Followers tell the epoch that they are in by what they last wrote, so it is not asked for.
     */
    private OptionalInt leaderOfAll() {
        List<ZooKeeperProcess.Standing> serving =
                zooKeepers.values().stream().flatMap(each -> each.standing().stream()).toList();
        boolean whole =
                serving.size() == ZOOKEEPERS.size()
                        && serving.stream().filter(ZooKeeperProcess.Standing::leads).count() == 1;
        return whole ? latestLeader() : OptionalInt.empty();
    }

    /** A server of the ensemble or a broker. */
    Stoppable process(String name) {
        Map<String, ? extends Stoppable> group = BROKERS.contains(name) ? brokers : zooKeepers;
        return Objects.requireNonNull(group.get(name), name);
    }

    @Override
    public void close() {
        brokers.values().forEach(BrokerProcess::close);
        zooKeepers.values().forEach(ZooKeeperProcess::close);
        network.close();
    }
}
