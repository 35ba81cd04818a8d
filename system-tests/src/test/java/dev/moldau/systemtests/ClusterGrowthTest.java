package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * From one broker on its local store to three on ZooKeeper, as docs/CLUSTER.md tells it, while
 * producers and a group run: nothing is lost, nothing is there twice, the group goes on where it
 * was.
 */
@Timeout(600)
class ClusterGrowthTest {

    private static final Duration DEADLINE = Duration.ofSeconds(90);
    private static final List<String> KAFKA = List.of("kafka-a");
    private static final List<String> MOLDAU = List.of("moldau-a");
    private static final String OFFSETS = "__consumer_offsets";
    private static final int OFFSETS_PARTITIONS = 5;
    private static final int BROKERS = 3;

    @TempDir Path folder;

    private final Map<Integer, Integer> ports = new TreeMap<>();
    private final Map<Integer, BrokerProcess> brokers = new TreeMap<>();

    @AfterEach
    void nothingIsLeftRunning() {
        brokers.values().forEach(BrokerProcess::close);
    }

    private String address(int id) {
        return "127.0.0.1:" + ports.computeIfAbsent(id, _ -> Workshop.freePort());
    }

    private Clients clients() {
        return new Clients(
                IntStream.rangeClosed(1, BROKERS)
                        .mapToObj(this::address)
                        .collect(Collectors.joining(",")),
                List.of());
    }

    private void start(int id, String... more) {
        List<String> settings =
                new ArrayList<>(
                        List.of(
                                "node.id=" + id,
                                "listeners=PLAINTEXT://" + address(id),
                                "offsets.topic.num.partitions=" + OFFSETS_PARTITIONS,
                                "zookeeper.session.timeout.ms=6000",
                                "zookeeper.connection.timeout.ms=30000",
                                "group.initial.rebalance.delay.ms=0"));
        settings.addAll(List.of(more));
        int port = Integer.parseInt(address(id).replaceFirst(".*:", ""));
        brokers.put(
                id,
                BrokerProcess.startMember(
                        folder.resolve("broker-" + id), "127.0.0.1", port, settings, ""));
    }

    private BrokerProcess broker(int id) {
        return java.util.Objects.requireNonNull(brokers.get(id));
    }

    @Test
    void oneBrokerBecomesThreeWhileProducersAndAGroupRun() throws IOException {
        int zooKeeperPort = Workshop.freePort();
        String connect = "zookeeper.connect=127.0.0.1:" + zooKeeperPort + "/grown";
        start(1, "offsets.topic.replication.factor=1");
        List<String> topics = List.of("kafka-a", "moldau-a");
        try (AskedProcess asker =
                        AskedProcess.clusterAsker(clients(), folder.resolve("asker.err"));
                MoldauProcess _ = zooKeeper(zooKeeperPort)) {
            topics.forEach(topic -> asker.ask("create", topic, ClusterWorkload.PARTITIONS, 1));
            try (ClusterWorkload workload =
                    new ClusterWorkload(clients(), folder, 1, 300, KAFKA, MOLDAU)) {
                workload.awaitProgress(500);
                moveToZooKeeper(connect);
                workload.awaitProgress(500);
                start(2, connect, "offsets.topic.replication.factor=3");
                start(3, connect, "offsets.topic.replication.factor=3");
                raiseReplication(topics);
                List<String> all = new ArrayList<>(topics);
                all.add(OFFSETS);
                ClusterState.await(asker, all, "three in sync", s -> s.isWhole(BROKERS));
                workload.awaitProgress(500);
                broker(1).kill();
                workload.awaitProgress(500);
                broker(1).restart();
                ClusterState.await(asker, all, "three in sync again", s -> s.isWhole(BROKERS));
                workload.judge();
            }
        } finally {
            KeptFiles.of(folder, "cluster-growth");
        }
    }

    private MoldauProcess zooKeeper(int port) {
        MoldauProcess started =
                MoldauProcess.start(
                        folder.resolve("zookeeper.err"),
                        "zookeeper",
                        "--data",
                        folder.resolve("zookeeper").toString(),
                        "--listen",
                        "127.0.0.1:" + port);
        started.awaitLine("Moldau ZooKeeper ready");
        return started;
    }

    /** Stops the broker, moves its cluster, starts it as the first of the new one. */
    private void moveToZooKeeper(String connect) throws IOException {
        Path data = folder.resolve("broker-1");
        Path config = folder.resolve("move.properties");
        Files.writeString(config, "node.id=1\nlog.dirs=" + data + "\n" + connect + "\n");
        assertThat(move(config).errors())
                .as("while the broker runs")
                .contains("moldau: ", "runs. Stop it");
        assertThat(broker(1).terminate()).isIn(0, 143);
        assertThat(move(config).orFail().output()).contains("with 3 topics", "Start broker 1");
        assertThat(data.resolve("cluster.mv")).doesNotExist();
        assertThat(data.resolve("cluster.mv.moved")).exists();
        start(1, connect, "offsets.topic.replication.factor=3");
    }

    private static Command.Outcome move(Path config) {
        return Command.of(
                        Workshop.moldau().toString(),
                        "cluster",
                        "move",
                        "--config",
                        config.toString())
                .run(DEADLINE, null, Map.of("MOLDAU_NO_BUILD", "1"));
    }

    private void raiseReplication(List<String> topics) throws IOException {
        List<String> moves = new ArrayList<>();
        topics.forEach(topic -> addMoves(moves, topic, ClusterWorkload.PARTITIONS));
        addMoves(moves, OFFSETS, OFFSETS_PARTITIONS);
        Path plan = folder.resolve("reassignment.json");
        Files.writeString(plan, "{\"version\":1,\"partitions\":[" + String.join(",", moves) + "]}");
        KafkaTool.withBootstrap(
                        "org.apache.kafka.tools.reassign.ReassignPartitionsCommand",
                        address(1),
                        "--reassignment-json-file",
                        plan.toString(),
                        "--execute")
                .run(DEADLINE)
                .orFail();
    }

    private static void addMoves(List<String> moves, String topic, int partitions) {
        for (int p = 0; p < partitions; p++) {
            moves.add(
                    "{\"topic\":\"%s\",\"partition\":%d,\"replicas\":[%d,%d,%d]}"
                            .formatted(
                                    topic,
                                    p,
                                    1 + p % BROKERS,
                                    1 + (p + 1) % BROKERS,
                                    1 + (p + 2) % BROKERS));
        }
    }
}
